/** The form that takes a key, and what is read from it. */
import { everyLocale } from '#core/i18n/translate';
import type { Credential } from '#domain/credential';
import { Secret } from '#domain/secret';
import { sha256Hex } from '#lib/sha256';
import type { CommandInvocation, CommandModal } from '#ports/command';
import type { CredentialScope } from '#ports/credential-store';
import { PROVIDER } from '../provider-option.ts';

const KEY_CHARACTERS_MIN = 10;
const KEY_CHARACTERS_MAX = 200;
/** Printable ASCII without spaces: anything else cannot stand in a header. */
const KEY_SHAPE = /^[\x21-\x7e]+$/;
const FINGERPRINT_CHARACTERS = 4;

/** A form, so that the key is never part of a command that others could see. */
export function keyModal(): CommandModal {
	return {
		title: everyLocale('command.key.set.modal-title'),
		fields: [
			{
				name: 'key',
				label: everyLocale('command.key.set.modal-key'),
				style: 'short',
				required: true,
				lengthMin: KEY_CHARACTERS_MIN,
				lengthMax: KEY_CHARACTERS_MAX,
			},
		],
	};
}

/** The submitted key, or null when it cannot be one. */
export function submittedKey(invocation: CommandInvocation, owner: CredentialScope): Credential | null {
	const key = (invocation.values.get('key') ?? '').trim();
	if (key.length < KEY_CHARACTERS_MIN || !KEY_SHAPE.test(key)) return null;
	return { provider: PROVIDER, owner, secret: new Secret(key), digest: sha256Hex(key) };
}

/** Enough to tell a few keys apart, and far too little to find one. */
export function fingerprint(credential: Credential): string {
	return credential.digest.slice(0, FINGERPRINT_CHARACTERS);
}
