/** Holds the loopback Discord and the bot to Discord's own OpenAPI file: every REST exchange, both directions. */
import { existsSync, readFileSync } from 'node:fs';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What the check needs of a logged exchange; the stand-in's request log has it. */
export interface CheckedExchange {
	readonly method: string;
	readonly path: string;
	readonly query: string;
	readonly body: unknown;
	readonly multipart: boolean;
	readonly status: number | null;
	readonly answer: unknown;
	readonly fault: string | null;
}

type Json = Record<string, unknown>;

interface Operation {
	readonly parameters?: readonly { readonly name: string; readonly in: string }[];
	readonly requestBody?: { readonly content: Record<string, { readonly schema: Json }> };
	readonly responses: Record<
		string,
		{ readonly $ref?: string; readonly content?: Record<string, { readonly schema: Json }> }
	>;
}

const file = process.env['DISCORD_OPENAPI'] ?? '';

/** Whether `DISCORD_OPENAPI` names a file; without it `checkExchanges` finds nothing. */
export const discordOpenapiAvailable: boolean = file !== '' && existsSync(file);

function isJson(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parts that the file lacks although Discord's documentation and discord.js have them. */
function amend(document: Json): void {
	const schemas = (document['components'] as Json)['schemas'] as Record<string, Json>;
	// Forwards are message references of type 1; the file knows replies (0) only.
	(schemas['MessageReferenceType']?.['oneOf'] as Json[] | undefined)?.push({ title: 'FORWARD', const: 1 });
	// discord.js sends the thread's type also when it starts one from a message; Discord ignores it there.
	const threadProperties = schemas['CreateTextThreadWithMessageRequest']?.['properties'] as Json | undefined;
	if (threadProperties !== undefined) threadProperties['type'] = { type: ['integer', 'null'] };
	dropEmptyChoices(document);
	dropOtherEncodings(document);
}

/** The forms' schemas combine the JSON ones with the files; the JSON ones alone are checked, whatever carried them. */
function dropOtherEncodings(node: unknown): void {
	if (Array.isArray(node)) for (const child of node) dropOtherEncodings(child);
	if (!isJson(node)) return;
	const content = node['content'];
	if (isJson(content) && content['application/json'] !== undefined) {
		node['content'] = { 'application/json': content['application/json'] };
	}
	for (const child of Object.values(node)) dropOtherEncodings(child);
}

/** A choice among nothing does not compile; the file has two, and they are taken as "anything". */
function dropEmptyChoices(node: unknown): void {
	if (Array.isArray(node)) for (const child of node) dropEmptyChoices(child);
	if (!isJson(node)) return;
	for (const key of ['enum', 'oneOf']) if (Array.isArray(node[key]) && node[key].length === 0) delete node[key];
	for (const child of Object.values(node)) dropEmptyChoices(child);
}

/** The names of the schemas that others combine by `allOf`, which closing would make unsatisfiable. */
function combined(node: unknown, found: Set<string> = new Set()): Set<string> {
	if (Array.isArray(node)) for (const child of node) combined(child, found);
	if (!isJson(node)) return found;
	for (const part of Array.isArray(node['allOf']) ? node['allOf'] : []) {
		const target = isJson(part) ? part['$ref'] : undefined;
		if (typeof target === 'string') found.add(target.replace('#/components/schemas/', ''));
	}
	for (const child of Object.values(node)) combined(child, found);
	return found;
}

/** Closes every object schema, so that a misspelt or invented field is a violation. */
function close(node: unknown, insideAllOf: boolean): void {
	if (Array.isArray(node)) for (const child of node) close(child, insideAllOf);
	if (!isJson(node)) return;
	if (isJson(node['properties']) && node['additionalProperties'] === undefined && !insideAllOf) {
		node['unevaluatedProperties'] = false;
	}
	for (const [key, child] of Object.entries(node)) close(child, key === 'allOf');
}

class Contract {
	readonly #document: Json;
	readonly #paths: Record<string, Record<string, Operation>>;
	readonly #open: Ajv2020;
	readonly #closed: Ajv2020;
	readonly #compiled = new Map<string, ValidateFunction>();

	constructor(text: string) {
		const document = JSON.parse(text) as Json;
		amend(document);
		const closed = structuredClone(document);
		const schemas = (closed['components'] as Json)['schemas'] as Record<string, Json>;
		const open = combined(closed);
		for (const [name, schema] of Object.entries(schemas)) close(schema, open.has(name));
		close(closed['paths'], false);
		this.#document = document;
		this.#paths = document['paths'] as Record<string, Record<string, Operation>>;
		this.#open = Contract.#ajv(document);
		this.#closed = Contract.#ajv(closed);
	}

	static #ajv(document: Json): Ajv2020 {
		const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateSchema: false });
		addFormats(ajv);
		ajv.addFormat('snowflake', /^(0|[1-9]\d{0,19})$/);
		ajv.addFormat('nonce', (nonce: string) => nonce.length <= 25);
		ajv.addSchema(document, 'discord');
		return ajv;
	}

	/** The path of the file that fits, literal parts before parameters. */
	find(path: string): { template: string; operations: Record<string, Operation> } | null {
		const parts = path.split('/').map((part) => decodeURIComponent(part));
		const fitting = Object.entries(this.#paths).filter(([template]) => {
			const wanted = template.split('/');
			return (
				wanted.length === parts.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index])
			);
		});
		const literal = (template: string): number => template.split('/').filter((part) => !part.startsWith('{')).length;
		const [best] = fitting.sort(([left], [right]) => literal(right) - literal(left));
		return best === undefined ? null : { template: best[0], operations: best[1] };
	}

	/** The first complaint about a value; null when it fits. `pointer` leads to the schema in the file. */
	complaint(kind: 'request' | 'response', pointer: readonly string[], value: unknown): string | null {
		const whole = this.#errors(kind, pointer, value);
		if (whole.length === 0) return null;
		// Of a choice, the branch with the fewest complaints is the one that was meant.
		const branches = this.#branches(pointer).map((branch) => this.#errors(kind, branch, value));
		const meant = branches.filter((errors) => errors.length > 0).sort((left, right) => left.length - right.length)[0];
		const [first] = [...(meant ?? whole)].sort((left, right) => right.instancePath.length - left.instancePath.length);
		return `${first?.instancePath || '/'} ${first?.message} ${JSON.stringify(first?.params ?? {})}`;
	}

	#branches(pointer: readonly string[]): string[][] {
		let node: unknown = this.#document;
		for (const part of pointer) node = isJson(node) ? node[part] : undefined;
		const choice = isJson(node) ? ['anyOf', 'oneOf'].find((key) => Array.isArray(node[key])) : undefined;
		if (choice === undefined) return [];
		return ((node as Json)[choice] as unknown[]).map((_branch, index) => [...pointer, choice, String(index)]);
	}

	#errors(kind: 'request' | 'response', pointer: readonly string[], value: unknown): ErrorObject[] {
		const fragment = pointer
			.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
			.join('/');
		const key = `${kind} ${fragment}`;
		const ajv = kind === 'request' ? this.#closed : this.#open;
		const validate = this.#compiled.get(key) ?? ajv.compile({ $ref: `discord#/${fragment}` });
		this.#compiled.set(key, validate);
		return validate(value) ? [] : [...(validate.errors ?? [])];
	}
}

/** Paths Discord's documentation has and the file lacks. */
const undocumentedPaths: readonly RegExp[] = [
	// Documented under "Refresh Attachment URLs" in Discord's own client only.
	/^\/attachments\/refresh-urls$/,
];

/** Complaints known to be the file's fault, each by direction, path and text. */
const tolerated: readonly { readonly where: RegExp; readonly complaint: RegExp }[] = [
	// The documentation shows, and Discord sends, words such as BASE_TYPE_MAX_LENGTH as the codes inside a nested error.
	{ where: /answer 400$/, complaint: /^\/errors\/.*_errors\/\d+\/code must be integer/ },
];

/** Where the file knows neither `tts` nor `enforce_nonce`: edits, webhooks and the data of callbacks. */
const withoutSwitches = /PATCH |POST \/webhooks\/|\/callback$/;

/** The body without the two switches that discord.js always sends as false; sent as true they stay and are complained about. */
function withoutIdleSwitches(body: unknown): unknown {
	if (!isJson(body)) return body;
	const idle = (entry: [string, unknown]): boolean => ['tts', 'enforce_nonce'].includes(entry[0]) && entry[1] === false;
	const kept = Object.fromEntries(Object.entries(body).filter((entry) => !idle(entry)));
	return isJson(kept['data']) ? { ...kept, data: withoutIdleSwitches(kept['data']) } : kept;
}

function bodyComplaint(
	contract: Contract,
	exchange: CheckedExchange,
	at: { template: string; operation: Operation },
): string | null {
	const content = at.operation.requestBody?.content;
	if (content === undefined || exchange.body === null) return null;
	const type = content['application/json'] === undefined ? Object.keys(content)[0] : 'application/json';
	if (type === undefined) return null;
	const method = exchange.method.toLowerCase();
	const body = withoutSwitches.test(`${exchange.method} ${at.template}`)
		? withoutIdleSwitches(exchange.body)
		: exchange.body;
	return contract.complaint('request', ['paths', at.template, method, 'requestBody', 'content', type, 'schema'], body);
}

function answerComplaint(
	contract: Contract,
	exchange: CheckedExchange,
	at: { template: string; operation: Operation },
): string | null {
	const { status } = exchange;
	if (exchange.fault !== null || status === null || status === 0) return null;
	const wildcard = `${Math.floor(status / 100)}XX`;
	const key = [String(status), wildcard].find((candidate) => at.operation.responses[candidate] !== undefined);
	if (key === undefined) return `the file has no answer ${status}`;
	const response = at.operation.responses[key];
	const method = exchange.method.toLowerCase();
	const shared = response?.$ref?.replace('#/', '').split('/');
	const pointer = [
		...(shared ?? ['paths', at.template, method, 'responses', key]),
		'content',
		'application/json',
		'schema',
	];
	if (shared === undefined && response?.content === undefined) {
		return exchange.answer === null ? null : `the answer ${status} has a body that the file does not have`;
	}
	return contract.complaint('response', pointer, exchange.answer);
}

function queryComplaint(exchange: CheckedExchange, operation: Operation): string | null {
	const known = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
	const unknown = [...new URLSearchParams(exchange.query).keys()].find((name) => !known.includes(name));
	return unknown === undefined ? null : `unknown query parameter ${unknown}`;
}

function checkExchange(contract: Contract, exchange: CheckedExchange): string[] {
	if (undocumentedPaths.some((pattern) => pattern.test(exchange.path))) return [];
	const found = contract.find(exchange.path);
	const operation = found?.operations[exchange.method.toLowerCase()];
	if (found === null || operation === undefined)
		return [`${exchange.method} ${exchange.path}: not in Discord's OpenAPI file`];
	const name = `${exchange.method} ${found.template}`;
	const at = { template: found.template, operation };
	const refused = exchange.status !== null && exchange.status >= 400;
	const complaints: [string, string | null][] = [
		[`${name} query`, queryComplaint(exchange, operation)],
		// What the stand-in refused it has already complained about.
		[`${name} request`, refused ? null : bodyComplaint(contract, exchange, at)],
		[`${name} answer ${exchange.status}`, answerComplaint(contract, exchange, at)],
	];
	return complaints.flatMap(([where, complaint]) => {
		if (complaint === null) return [];
		const known = tolerated.some((entry) => entry.where.test(where) && entry.complaint.test(complaint));
		return known ? [] : [`${where}: ${complaint}`];
	});
}

/** What a run of the loopback Discord leaves behind. */
export interface FinishedRun {
	readonly requests: readonly CheckedExchange[];
	readonly unknownRoutes: readonly string[];
	readonly failures: readonly string[];
}

/** Everything a test should end without: unknown routes, bugs of the stand-in, and differences from Discord's contract. */
export function complaintsAgainst(run: FinishedRun): string[] {
	const unknown = run.unknownRoutes.map((route) => `unknown route ${route}`);
	return [...unknown, ...run.failures, ...checkExchanges(run.requests)];
}

let contract: Contract | null = null;

/** Every way in which these exchanges differ from Discord's contract; empty without the file. */
export function checkExchanges(exchanges: readonly CheckedExchange[]): string[] {
	if (!discordOpenapiAvailable) return [];
	contract ??= new Contract(readFileSync(file, 'utf8'));
	const checked = contract;
	return [...new Set(exchanges.flatMap((exchange) => checkExchange(checked, exchange)))];
}

/** How a message that a test invents differs from what Discord sends; null when it does not, and without the file. */
export function messageComplaint(message: unknown): string | null {
	if (!discordOpenapiAvailable) return null;
	contract ??= new Contract(readFileSync(file, 'utf8'));
	return contract.complaint('response', ['components', 'schemas', 'MessageResponse'], message);
}
