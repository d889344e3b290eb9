/** Reads what people write for who or what is allowed and denied. */
import { ACCESS_LIMITS, type AccessKind, type AccessRule } from '#domain/access';
import type { Snowflake } from '#domain/ids';

/** One of a list, not yet looked up: an id, or a persona's name. */
export type GivenSubject = Pick<AccessRule, 'subject' | 'verdict'>;

/** The sign before what is denied; people's keyboards know several dashes. */
const DENIED = /^[-–−!]\s*/u;

const CHANNEL = /^<#(\d{5,20})>$|^(\d{15,20})$/u;
const ROLE = /^<@&(\d{5,20})>$|^(\d{15,20})$/u;
const EVERYONE = '@everyone';

/**
 * The list that a text means, each once, the last word on a subject counting: channels and roles as Discord writes them,
 * personas by names between commas; a dash before one denies it. Null when a part is none of these, when there is none,
 * or when there are more than `ACCESS_LIMITS.subjectsMax`.
 */
export function readSubjects(
	kind: AccessKind,
	text: string,
	guildId: Snowflake | null,
): readonly GivenSubject[] | null {
	const parts = kind === 'persona' ? text.split(/[,、，\n]/u) : spaced(text).split(/[\s,、，]+/u);
	const verdicts = new Map<string, AccessRule['verdict']>();
	for (const part of parts.map((one) => one.trim()).filter((one) => one !== '')) {
		const named = part.replace(DENIED, '');
		const subject = kind === 'persona' ? named : idOf(kind, named, guildId);
		if (subject === null || subject === '') return null;
		verdicts.set(subject, named === part ? 'allow' : 'deny');
	}
	if (verdicts.size === 0 || verdicts.size > ACCESS_LIMITS.subjectsMax) return null;
	return [...verdicts].map(([subject, verdict]) => ({ subject, verdict }));
}

/** Mentions may stand side by side, and a dash may stand apart from what it denies. */
function spaced(text: string): string {
	return text.replaceAll('>', '> ').replaceAll(/(?<=^|[\s,])([-–−!])\s+/gu, '$1');
}

function idOf(kind: 'channel' | 'role', named: string, guildId: Snowflake | null): Snowflake | null {
	if (kind === 'role' && named === EVERYONE) return guildId;
	const found = (kind === 'channel' ? CHANNEL : ROLE).exec(named);
	return found?.[1] ?? found?.[2] ?? null;
}
