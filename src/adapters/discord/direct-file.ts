/** Sends a text file to one person by direct message. */
import { type REST, Routes } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import { sha256Base64Url } from '#lib/sha256';
import type { CommandFile } from '#ports/command';
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';
import { messageBody } from './message-body.ts';
import { objectOf, textOf } from './raw-fields.ts';

/** A file on its way to one person. */
export interface DirectFile {
	readonly userId: Snowflake;
	readonly text: string;
	readonly file: CommandFile;
	/** Names the sending, so that a repetition makes no second message. */
	readonly name: string;
}

/** The mark that keeps such messages out of conversations (ruling H20). */
const noticeKind = 'diagnostic';

const nonceCharactersMax = 25;

/** False when the person takes no direct messages from the bot, or Discord refuses for any other reason. */
export async function sendDirectFile(
	{ rest, log }: { readonly rest: REST; readonly log: Log },
	{ userId, text, file, name }: DirectFile,
): Promise<boolean> {
	try {
		const channel = await rest.post(Routes.userChannels(), { body: { recipient_id: userId } });
		const channelId = textOf(objectOf(channel)?.['id']);
		if (!channelId) return false;
		const nonce = sha256Base64Url(`file:${name}`).slice(0, nonceCharactersMax);
		const body = messageBody({ channelId, text, replyToId: null, nonce, notifiableUserIds: [], noticeKind });
		await rest.post(Routes.channelMessages(channelId), { body, files: [rawFile(file)] });
		return true;
	} catch (error) {
		log.debug({ ...errorFacts(error) }, 'a file could not be sent by direct message');
		return false;
	}
}

/** A file as the REST client takes it. */
export function rawFile(file: CommandFile): { name: string; data: Buffer; contentType: string } {
	const { name } = file;
	const ending = name.slice(name.lastIndexOf('.') + 1);
	const contentType = CONTENT_TYPES[ending] ?? 'text/plain; charset=utf-8';
	const data = 'bytes' in file ? Buffer.from(file.bytes) : Buffer.from(file.text, 'utf8');
	return { name, data, contentType };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { json: 'application/json', png: 'image/png' };
