/** What of the operator's variables must never stand in a log. */

/** Where such things are. */
export interface SecretVariables {
	/** Tokens, keys and secrets of any shape. */
	readonly keys: readonly (string | undefined)[];
	/** The address of a database, which may hold a password. */
	readonly databaseUrl: string | undefined;
}

/** The password of a database's address as it is written, and as it is meant; it may hold any sign, `@` and `/` too. */
function databasePasswords(url: string): readonly string[] {
	const written = /^[a-z]+:\/\/[^:@/?]*:(.*)@/is.exec(url)?.[1];
	const named = [...url.matchAll(/[?&](?:ssl)?password=([^&#]*)/gi)].map(([, value]) => value);
	return [written, ...named].flatMap((password) => (password === undefined ? [] : [password, decoded(password)]));
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Every secret of this process, in each form in which an error might repeat it. */
export function logSecrets({ keys, databaseUrl = '' }: SecretVariables): readonly string[] {
	const all = [...keys.map((key) => key ?? ''), ...databasePasswords(databaseUrl)];
	return [...new Set(all.filter((secret) => secret !== ''))];
}
