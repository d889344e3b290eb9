/** The form that takes a key, and what is read from it. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import type { Credential } from '#domain/credential';
import { CUSTOM_PROVIDER_LIMITS } from '#domain/custom-provider';
import type { LocalizedText } from '#domain/localized-text';
import { Secret } from '#domain/secret';
import { sha256Hex } from '#lib/sha256';
import type { CommandAnswer, CommandInvocation, CommandModal, FormFill, FormQuery, ModalField } from '#ports/command';
import type { CredentialScope } from '#ports/credential-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import type { ChosenProvider } from '../provider-option.ts';
import { chosenScope } from '../scope-option.ts';
import { shortened } from '../shortened.ts';

/** Of a key of NovelAI's; other servers' may be as short as their owners like. */
const KEY_CHARACTERS_MIN = 10;
const KEY_CHARACTERS_MAX = 500;
/** Printable ASCII without spaces: anything else cannot stand in a header. */
const KEY_SHAPE = /^[\x21-\x7e]+$/;
const FINGERPRINT_CHARACTERS = 4;

/** A form, so that the key is never part of a command that others could see. */
export function keyModal(): CommandModal {
	return {
		title: everyLocale('command.key.set.modal-title'),
		fields: [keyField(everyLocale('command.key.set.modal-key'), true)],
	};
}

/** A form for whoever may give the chosen scope a key; nobody else has to show one to be refused. */
export async function openKeyForm(query: FormQuery, ports: CommandPorts): Promise<FormFill> {
	const isAllowed = chosenScope(query) === 'personal' || query.place.canManage;
	if (isAllowed) return { kind: 'open', texts: new Map() };
	const scene = await CommandScene.open(query.place, ports, 'private');
	return { kind: 'refuse', answer: scene.answer('answer.needs-manage') };
}

/** The field that takes a key. */
export function keyField(label: LocalizedText, required: boolean): ModalField {
	return { name: 'key', label, style: 'short', required, lengthMax: KEY_CHARACTERS_MAX };
}

/** The submitted key, or null when it cannot be one. */
export function submittedKey(
	invocation: CommandInvocation,
	owner: CredentialScope,
	{ provider, endpoint }: ChosenProvider,
): Credential | null {
	const key = (invocation.values.get('key') ?? '').trim();
	if (!KEY_SHAPE.test(key) || (endpoint === null && key.length < KEY_CHARACTERS_MIN)) return null;
	const credential = { provider, owner, secret: new Secret(key), digest: sha256Hex(key) };
	return endpoint === null ? credential : { ...credential, endpoint };
}

/** Enough to tell a few keys apart, and far too little to find one. */
export function fingerprint(credential: Credential): string {
	return credential.digest.slice(0, FINGERPRINT_CHARACTERS);
}

/** What is said to a text that cannot be a key. */
export function keyShape({ endpoint }: ChosenProvider): MessageKey {
	return endpoint === null ? 'answer.key-shape' : 'answer.key-shape-custom';
}

/** What is said where the scope has no provider of that name. */
export function unknownProvider(invocation: CommandInvocation, scene: CommandScene): CommandAnswer {
	const name = shortened(invocation.values.get('provider') ?? '', CUSTOM_PROVIDER_LIMITS.nameMax);
	return scene.answer('answer.provider-unknown', { name });
}
