/** A command's card as an embed within Discord's limits. */
import type { APIEmbed } from 'discord.js';
import type { CommandCard, CommandFile } from '#ports/command';
import { truncate } from './split-answer.ts';

/** UTF-16 units of an embed's parts, and of all its texts together. */
export const embedLimits = {
	titleMax: 256,
	descriptionMax: 4096,
	fieldsMax: 25,
	fieldNameMax: 256,
	fieldValueMax: 1024,
	totalMax: 6000,
} as const;

/** Stands for a text that Discord does not allow to be empty. */
const BLANK = '\u200b';

/** Long texts are shortened; fields that no longer fit the whole are left out from the end. */
export function cardEmbed(card: CommandCard, file?: CommandFile): APIEmbed {
	const title = truncate(card.title, embedLimits.titleMax);
	const description = truncate(card.description ?? '', embedLimits.descriptionMax);
	let room = embedLimits.totalMax - title.length - description.length;
	const fields: { name: string; value: string }[] = [];
	for (const field of card.fields.slice(0, embedLimits.fieldsMax)) {
		const name = truncate(field.name.trim() || BLANK, embedLimits.fieldNameMax);
		const value = truncate(field.value.trim() || BLANK, embedLimits.fieldValueMax);
		room -= name.length + value.length;
		if (room < 0) break;
		fields.push({ name, value });
	}
	const image = card.showsFile && file ? { image: { url: `attachment://${file.name}` } } : {};
	return { title, ...(description === '' ? {} : { description }), fields, ...image };
}
