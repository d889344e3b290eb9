/** What of an error is logged: never what it carries of a request, a query or a row, since people's words are in those. */
import pino from 'pino';

/** Texts that say what happened and where; everything else that an error holds is either a number or nobody's to read. */
const TOLD: ReadonlySet<string> = new Set([
	'type',
	'name',
	'message',
	'stack',
	'code',
	'method',
	'syscall',
	'constraint',
	'table',
	'path',
	'url',
]);

/** Behind this a driver repeats the values of its query. */
const PARAMETERS = /\nparams:[\s\S]*$/;

type Facts = Readonly<Record<string, unknown>>;

function isFacts(value: unknown): value is Facts {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An error with its causes; anything else that was thrown stays as it is. */
export function errorFacts(error: unknown): unknown {
	return error instanceof Error ? toldOf(pino.stdSerializers.errWithCause(error)) : error;
}

function toldOf(facts: unknown): unknown {
	if (!isFacts(facts)) return facts;
	const message = String(facts['message'] ?? '');
	const plain = message.replace(PARAMETERS, '');
	const told = Object.entries(facts).filter(
		([name, value]) => (TOLD.has(name) && typeof value === 'string') || ['number', 'boolean'].includes(typeof value),
	);
	const { cause, aggregateErrors, stack } = facts;
	return {
		...Object.fromEntries(told),
		message: plain,
		...(typeof stack === 'string' ? { stack: stack.replace(message, () => plain) } : {}),
		...(cause === undefined ? {} : { cause: toldOf(cause) }),
		...(Array.isArray(aggregateErrors) ? { aggregateErrors: aggregateErrors.map(toldOf) } : {}),
	};
}
