/** Takes out of a text whatever looks like a key, wherever in an address, a header or a body it stands. */

/** Names of fields, headers and parameters whose values are secrets. */
const SECRET_NAME =
	'(?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?api[-_]?key|[a-z]{1,20}_token|token|client_secret|secret|password|passwd';

/** A quotation mark, also inside JSON that stands inside JSON. */
const QUOTE = String.raw`\\{0,8}"`;

type Shape = readonly [pattern: RegExp, before: string];

/** Every repetition is bounded, or ends at a character that cannot be part of it, so that long lines cost no more time. */
const SHAPES: readonly Shape[] = [
	// Keys of providers, and Discord's bot tokens.
	[/\bpst-[A-Za-z0-9_*-]{3,}/gi, ''],
	[/\b(?:sk|rk)-[A-Za-z0-9_*-]{4,}/gi, ''],
	[/\b[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g, ''],
	[/\b(Bearer|bearer|Bot) [A-Za-z0-9._~+/=-]{8,}/g, '$1 '],
	[/\b(Basic|basic) [A-Za-z0-9+/=]{16,}/g, '$1 '],
	// Whoever has such an address may post through it.
	[/(\/(?:webhooks|interactions)\/\d{1,20}\/)[A-Za-z0-9_.-]{8,}/g, '$1'],
	// Passwords of databases are written as they are more often than not, whatever signs they hold.
	[/(\bpostgres(?:ql)?:\/\/[^:@/\s"\\]{0,100}:)[^\s"\\]{1,300}(?=@)/gi, '$1'],
	[/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^:@/\s"\\]{0,100}:)[^@\s/"\\]{1,300}(?=@)/gi, '$1'],
	[/([?&][\w.-]{0,40}(?:key|token|secret|passw|signature|auth|credential)[\w.-]{0,40}=)[^&\s"'#\\]+/gi, '$1'],
	[new RegExp(`(${QUOTE}(?:${SECRET_NAME})${QUOTE}\\s{0,4}:\\s{0,4}${QUOTE})[^"\\\\]+`, 'gi'), '$1'],
	[
		/\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key|api-key)(\s{0,4}[:=]\s{0,4})(?!\[|(?:bearer|bot|basic) )[^\s"',;}\\]+/gi,
		'$1$2',
	],
];

/** The text with `blot` in the place of every key; ordinary words, addresses and ids stay. */
export function blotSecrets(text: string, blot: string): string {
	return SHAPES.reduce((clean, [pattern, before]) => clean.replace(pattern, `${before}${blot}`), text);
}
