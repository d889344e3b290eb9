/** Checks the body of a message write as Discord does and completes what Discord adds: ids of components, types of embeds. */
import type { APIAllowedMentions, APIEmbed, APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { discordError, type FormComplaint, invalidForm } from '../discord-error.ts';
import type { Json } from '../payloads.ts';
import { complaintsAboutComponents, completeComponents } from './component-form.ts';
import { type Body, isObject, type UploadedFile } from './read-body.ts';

/** Discord's limits for one message. */
export const contentUnitsMax = 2_000;
const embedsMax = 10;
const embedCharactersMax = 6_000;
const nonceUnitsMax = 25;
const fileBytesMax = 10_485_760;
const componentsV2Flag = 32_768;

/** A checked message write; fields the body left out are undefined. */
export interface MessageForm {
	readonly content: string | undefined;
	readonly embeds: APIEmbed[] | undefined;
	readonly components: APIMessageTopLevelComponent[] | undefined;
	readonly allowedMentions: APIAllowedMentions | null;
	readonly flags: number | undefined;
	readonly nonce: string | number | undefined;
	readonly enforceNonce: boolean;
}

/** Adds a complaint when a text is longer than allowed. */
export function tooLong(value: unknown, max: number, path: readonly (string | number)[]): FormComplaint[] {
	if (typeof value !== 'string' || value.length <= max) return [];
	return [{ path, code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` }];
}

const embedLimits: readonly (readonly [keyof APIEmbed, number])[] = [
	['title', 256],
	['description', 4_096],
];

function complaintsAboutEmbed(embed: Json, path: readonly (string | number)[]): FormComplaint[] {
	const complaints = embedLimits.flatMap(([field, max]) => tooLong(embed[field], max, [...path, field]));
	const fields = Array.isArray(embed['fields']) ? embed['fields'].filter(isObject) : [];
	if (fields.length > 25) {
		complaints.push({
			path: [...path, 'fields'],
			code: 'BASE_TYPE_BAD_LENGTH',
			message: 'Must be between 0 and 25 in length.',
		});
	}
	for (const [index, field] of fields.entries()) {
		const at = [...path, 'fields', index];
		for (const name of ['name', 'value']) {
			if (typeof field[name] !== 'string' || field[name] === '') {
				complaints.push({ path: [...at, name], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' });
			}
		}
		complaints.push(
			...tooLong(field['name'], 256, [...at, 'name']),
			...tooLong(field['value'], 1_024, [...at, 'value']),
		);
	}
	if (isObject(embed['footer']))
		complaints.push(...tooLong(embed['footer']['text'], 2_048, [...path, 'footer', 'text']));
	if (isObject(embed['author'])) complaints.push(...tooLong(embed['author']['name'], 256, [...path, 'author', 'name']));
	return complaints;
}

function embedCharacters(embed: Json): number {
	const fields = Array.isArray(embed['fields']) ? embed['fields'].filter(isObject) : [];
	const texts: unknown[] = [
		embed['title'],
		embed['description'],
		...fields.flatMap((field) => [field['name'], field['value']]),
	];
	if (isObject(embed['footer'])) texts.push(embed['footer']['text']);
	if (isObject(embed['author'])) texts.push(embed['author']['name']);
	return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

function complaintsAboutMentions(allowed: unknown): FormComplaint[] {
	if (!isObject(allowed)) return [];
	const parse = Array.isArray(allowed['parse']) ? allowed['parse'] : [];
	return (['users', 'roles'] as const).flatMap((kind): FormComplaint[] => {
		const listed = Array.isArray(allowed[kind]) ? allowed[kind] : [];
		const path = ['allowed_mentions'];
		if (listed.length > 100) {
			return [{ path: [...path, kind], code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 0 and 100 in length.' }];
		}
		if (new Set(listed).size !== listed.length) {
			return [
				{
					path: [...path, kind],
					code: 'SET_TYPE_ALREADY_CONTAINS_VALUE',
					message: 'The set already contains this value',
				},
			];
		}
		if (listed.length === 0 || !parse.includes(kind)) return [];
		const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
		return [{ path, code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message }];
	});
}

function complaintsAbout(body: Body): FormComplaint[] {
	const embeds = Array.isArray(body['embeds']) ? body['embeds'].filter(isObject) : [];
	const complaints = [
		...tooLong(body['content'], contentUnitsMax, ['content']),
		...embeds.flatMap((embed, index) => complaintsAboutEmbed(embed, ['embeds', index])),
		...complaintsAboutComponents(body['components']),
		...complaintsAboutMentions(body['allowed_mentions']),
	];
	if (body['content'] !== undefined && body['content'] !== null && typeof body['content'] !== 'string') {
		complaints.push({
			path: ['content'],
			code: 'STRING_TYPE_CONVERT',
			message: 'Could not interpret value as string.',
		});
	}
	if (embeds.length > embedsMax) {
		complaints.push({
			path: ['embeds'],
			code: 'BASE_TYPE_MAX_LENGTH',
			message: `Must be ${embedsMax} or fewer in length.`,
		});
	}
	if (embeds.reduce((sum, embed) => sum + embedCharacters(embed), 0) > embedCharactersMax) {
		complaints.push({
			path: ['embeds'],
			code: 'MAX_EMBED_SIZE_EXCEEDED',
			message: `Embed size exceeds maximum size of ${embedCharactersMax}`,
		});
	}
	if (typeof body['nonce'] === 'string' && body['nonce'].length > nonceUnitsMax) {
		complaints.push({ path: ['nonce'], code: 'NONCE_TYPE_TOO_LONG', message: 'Nonce must be 25 or fewer in length.' });
	}
	if (
		(Number(body['flags'] ?? 0) & componentsV2Flag) !== 0 &&
		typeof body['content'] === 'string' &&
		body['content'] !== ''
	) {
		complaints.push({
			path: ['content'],
			code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
			message: "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
		});
	}
	return complaints;
}

function completeEmbed(embed: Json): APIEmbed {
	const { timestamp, ...rest } = embed;
	const fields = Array.isArray(embed['fields']) ? embed['fields'].filter(isObject) : undefined;
	const complete: Json = { ...rest, type: 'rich' };
	for (const [key, value] of Object.entries(complete)) if (value === null) delete complete[key];
	if (typeof timestamp === 'string') complete['timestamp'] = new Date(timestamp).toISOString();
	if (fields !== undefined) complete['fields'] = fields.map((field) => ({ inline: false, ...field }));
	return complete as unknown as APIEmbed;
}

/** Reads a message write; throws 50035 with every complaint, under `within` when the form is part of another. */
export function readMessageForm(body: Body, within: readonly string[] = []): MessageForm {
	const complaints = complaintsAbout(body);
	if (complaints.length > 0) {
		throw invalidForm(complaints.map((complaint) => ({ ...complaint, path: [...within, ...complaint.path] })));
	}
	const { content, embeds, components, nonce, flags } = body;
	const allowed = body['allowed_mentions'];
	return {
		content: typeof content === 'string' ? content.trim() : content === null ? '' : undefined,
		embeds: Array.isArray(embeds) ? embeds.filter(isObject).map(completeEmbed) : embeds === null ? [] : undefined,
		components: Array.isArray(components) ? completeComponents(components) : components === null ? [] : undefined,
		allowedMentions: isObject(allowed) ? (allowed as APIAllowedMentions) : null,
		flags: typeof flags === 'number' ? flags : undefined,
		nonce: typeof nonce === 'string' || typeof nonce === 'number' ? nonce : undefined,
		enforceNonce: body['enforce_nonce'] === true,
	};
}

/** What a written message would show. */
export interface Visible {
	readonly content: string;
	readonly embeds: readonly unknown[];
	readonly components: readonly unknown[];
	readonly attachments: readonly unknown[];
}

/** Throws 50006 when nothing of it can be seen. */
export function requireVisible(visible: Visible): void {
	const nothing =
		/^(?:\s|\u200b|\u200c|\u200d|\u2060|\ufeff)*$/.test(visible.content) &&
		visible.embeds.length === 0 &&
		visible.components.length === 0 &&
		visible.attachments.length === 0;
	if (nothing) throw discordError(50006);
}

/** The uploaded files with what the body's `attachments` says about them. */
export function describedFiles(
	body: Body,
	files: readonly UploadedFile[],
): { filename: string; bytes: Uint8Array; contentType?: string; description?: string }[] {
	const listed = Array.isArray(body['attachments']) ? body['attachments'].filter(isObject) : [];
	if (files.some((file) => file.bytes.length > fileBytesMax)) throw discordError(40005);
	return files.map((file) => {
		const entry = listed.find((candidate) => String(candidate['id']) === String(file.index));
		const name = entry?.['filename'];
		const description = entry?.['description'];
		return {
			filename: typeof name === 'string' ? name : file.filename,
			bytes: file.bytes,
			...(file.contentType === '' || file.contentType === 'application/octet-stream'
				? {}
				: { contentType: file.contentType }),
			...(typeof description === 'string' ? { description } : {}),
		};
	});
}
