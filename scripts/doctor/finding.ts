/** What one check found, as one line. */
import { scrubSecrets } from '#adapters/pino/scrub-secrets';

/** One line of the report; a problem says what to do. */
export interface Finding {
	readonly check: string;
	readonly state: 'ok' | 'problem' | 'not checked';
	readonly text: string;
}

/** All is well. */
export function fine(check: string, text: string): Finding {
	return { check, state: 'ok', text };
}

/** Something has to be done. */
export function problem(check: string, text: string): Finding {
	return { check, state: 'problem', text };
}

/** Something else has to be put right first. */
export function unchecked(check: string, text: string): Finding {
	return { check, state: 'not checked', text };
}

const checkWidth = 14;
const stateWidth = 11;

/** On one line whatever servers call themselves, and without anything that is or looks like a secret. */
export function findingLine({ check, state, text }: Finding, secrets: readonly string[]): string {
	const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
	return scrubSecrets(`${check.padEnd(checkWidth)} ${state.padEnd(stateWidth)} ${line}`, secrets);
}
