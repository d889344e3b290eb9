/** Reads a request's body: JSON, or multipart with `payload_json` and `files[n]`, which may come in any order. */
import { DiscordError, discordError } from '../discord-error.ts';

/** A JSON object as received. */
export type Body = Readonly<Record<string, unknown>>;

/** A file of a multipart body; `index` is the n of `files[n]`. */
export interface UploadedFile {
	readonly index: number;
	readonly filename: string;
	readonly contentType: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A body as received; `json` is null when there was none. */
export interface ReceivedBody {
	readonly json: unknown;
	readonly files: readonly UploadedFile[];
	readonly multipart: boolean;
}

/** Narrowing for anything that came over the wire. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw discordError(50109);
	}
}

/** Reads the body once; throws 50109 for broken JSON and 415-like refusals as Discord does. */
export async function readBody(request: Request): Promise<ReceivedBody> {
	const contentType = request.headers.get('content-type') ?? '';
	if (!contentType.startsWith('multipart/form-data')) {
		const text = await request.text();
		if (text === '') return { json: null, files: [], multipart: false };
		if (!contentType.startsWith('application/json')) {
			throw new DiscordError(400, {
				message: `Expected "Content-Type" header to be one of {'application/json'}.`,
				code: 50035,
			});
		}
		return { json: parse(text), files: [], multipart: false };
	}
	const form = await request.formData();
	const files: UploadedFile[] = [];
	let json: unknown = {};
	for (const [name, value] of form.entries()) {
		if (name === 'payload_json') json = parse(typeof value === 'string' ? value : await value.text());
		else if (typeof value !== 'string') {
			files.push({
				index: Number(/^files?\[(\d+)\]$/.exec(name)?.[1] ?? files.length),
				filename: value.name,
				contentType: value.type,
				bytes: new Uint8Array(await value.arrayBuffer()),
			});
		} else if (isObject(json)) json = { ...json, [name]: value };
	}
	return { json, files: files.sort((left, right) => left.index - right.index), multipart: true };
}
