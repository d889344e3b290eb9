/** The kinds of value that variables have. */
import { z } from 'zod';

/** What travels in a header: anything else would fail in the middle of a request, with the secret in the error. */
const PRINTABLE_WORD = /^[\x21-\x7e]+$/;

/** One word that may travel in a header; spaces around it do not count. */
export function printableWord(problem: string, missing?: string): z.ZodString {
	return z
		.string(missing === undefined ? {} : { error: missing })
		.trim()
		.regex(PRINTABLE_WORD, problem);
}

/** A whole number of milliseconds, a day at most. */
export function milliseconds(defaultMs: number, minMs: number): z.ZodDefault<z.ZodCoercedNumber> {
	const problem = `must be a whole number of milliseconds, ${minMs} or more`;
	return z.coerce
		.number({ error: problem })
		.int(problem)
		.min(minMs, problem)
		.max(86_400_000, problem)
		.default(defaultMs);
}

/** A whole number within its limits. */
export function count(defaultCount: number, most: number, least = 0): z.ZodDefault<z.ZodCoercedNumber> {
	const problem = `must be a whole number from ${least} to ${most}`;
	return z.coerce.number({ error: problem }).int(problem).min(least, problem).max(most, problem).default(defaultCount);
}

/** A part of a whole: above 0, at most 1. */
export function share(defaultShare: number): z.ZodDefault<z.ZodCoercedNumber> {
	const problem = 'must be a number above 0 and at most 1';
	return z.coerce.number({ error: problem }).positive(problem).max(1, problem).default(defaultShare);
}

/** Yes or no. */
export function flag(defaultValue: boolean): z.ZodDefault<z.ZodCodec<z.ZodString, z.ZodBoolean>> {
	return z.stringbool({ error: 'must be true or false' }).default(defaultValue);
}

/** An address without slashes at its end. */
export const httpUrl = z
	.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
	.transform((url) => url.replace(/\/+$/, ''));

/** Entries between commas; blank ones do not count. */
export const commaList = z.string().transform((text) =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry.length > 0),
);

/** A whole name in small letters, or everything below one of at least two parts. */
const HOST_NAME = /^(?:\*\.(?=[^.]+\.))?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/** Names of hosts between commas; `*.example.org` means every host below `example.org`. */
export const hostList = commaList.refine(
	(hosts) => hosts.every((host) => HOST_NAME.test(host)),
	'must be names of hosts such as media.example.org or *.example.org, separated by commas',
);
