/** Pictures of personas as emoji of the application, whose addresses Discord serves to everybody. */
import { type REST, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { PersonaId, Snowflake } from '#domain/ids';
import { err, ok, type Result } from '#lib/result';
import { sha256Hex } from '#lib/sha256';
import type { AvatarHost } from '#ports/avatar-host';
import type { Log } from '#ports/log';
import { discordFailure, errorFacts } from './discord-failure.ts';
import { objectOf, objectsOf, textOf } from './raw-fields.ts';

/** What the emoji travel over. */
export interface ApplicationEmojiOptions {
	readonly rest: REST;
	readonly applicationId: Snowflake;
	/** Makes a picture small enough; null when it is none. */
	readonly shrink: (bytes: Uint8Array) => Promise<Uint8Array | null>;
	readonly log: Log;
}

/** Bytes of one emoji's picture, as Discord limits them. */
const pictureBytesMax = 262_144;
const emojisUrl = 'https://cdn.discordapp.com/emojis';
const fingerprintCharacters = 8;

interface Emoji {
	readonly id: Snowflake;
	readonly name: string;
}

/** The names tell whose the picture is and which one, so that one whose upload's answer was lost is found again. */
export function createApplicationEmoji(options: ApplicationEmojiOptions): AvatarHost {
	const { rest, applicationId, shrink, log } = options;
	const listed = async (): Promise<readonly Emoji[]> => {
		const answer = objectOf(await rest.get(Routes.applicationEmojis(applicationId)));
		return objectsOf(answer?.['items']).flatMap((raw) => {
			const emoji = { id: textOf(raw['id']), name: textOf(raw['name']) };
			return emoji.id !== null && emoji.name !== null ? [{ id: emoji.id, name: emoji.name }] : [];
		});
	};
	const drop = async (emojis: readonly Emoji[]): Promise<void> => {
		for (const { id } of emojis) await rest.delete(Routes.applicationEmoji(applicationId, id));
	};
	/** A repeated request whose first answer was lost is refused because its name is taken by then. */
	const create = async (name: string, image: string): Promise<Snowflake | null> => {
		try {
			const made = await rest.post(Routes.applicationEmojis(applicationId), { body: { name, image } });
			return textOf(objectOf(made)?.['id']);
		} catch (error) {
			const found = (await listed()).find((emoji) => emoji.name === name);
			if (found) return found.id;
			throw error;
		}
	};
	return {
		async upload(personaId, { bytes }) {
			const name = `${prefixOf(personaId)}${sha256Hex(bytes).slice(0, fingerprintCharacters)}`;
			try {
				const present = await listed();
				const same = present.find((emoji) => emoji.name === name);
				if (same) return ok(same.id);
				const small = await shrink(bytes);
				if (small === null || small.length > pictureBytesMax) return unusable;
				const image = `data:image/png;base64,${Buffer.from(small).toString('base64')}`;
				const id = await create(name, image);
				if (id === null) return unusable;
				await drop(present.filter((emoji) => emoji.name.startsWith(prefixOf(personaId))));
				return ok(id);
			} catch (error) {
				log.warn({ personaId, ...errorFacts(error) }, 'a picture of a persona could not be uploaded');
				return err(discordFailure(error));
			}
		},
		async remove(personaId) {
			try {
				await drop((await listed()).filter((emoji) => emoji.name.startsWith(prefixOf(personaId))));
			} catch (error) {
				log.warn({ personaId, ...errorFacts(error) }, 'a picture of a persona could not be taken away');
			}
		},
		urlOf: (emojiId) => `${emojisUrl}/${emojiId}.png`,
	};
}

const unusable: Result<Snowflake, Failure> = err({ code: 'discord-rejected', detail: 'a picture' });

function prefixOf(personaId: PersonaId): string {
	return `persona_${personaId}_`;
}
