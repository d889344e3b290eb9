/** Removes what looks like a key, or is a known one, from a finished log line. */

const BLOT = '[redacted]';

/** NovelAI's persistent tokens, Discord's bot tokens, bearer and bot headers, and passwords in database addresses. */
const SECRET_SHAPES: readonly (readonly [RegExp, string])[] = [
	[/pst-[A-Za-z0-9_-]{3,}/g, BLOT],
	[/\b[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g, BLOT],
	[/\b(Bearer|Bot) [A-Za-z0-9._~+/=-]{8,}/g, `$1 ${BLOT}`],
	[/(postgres(?:ql)?:\/\/[^:@/\s"]+:)[^@\s"]+@/g, `$1${BLOT}@`],
];

const SECRET_CHARACTERS_MIN = 6;

/** The line without secrets; secrets shorter than six characters are left, since they would blot out ordinary words. */
export function scrubSecrets(line: string, secrets: readonly string[]): string {
	let clean = line;
	for (const secret of secrets) {
		if (secret.length >= SECRET_CHARACTERS_MIN) clean = clean.replaceAll(secret, BLOT);
	}
	for (const [shape, replacement] of SECRET_SHAPES) clean = clean.replace(shape, replacement);
	return clean;
}
