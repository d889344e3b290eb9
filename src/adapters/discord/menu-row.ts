/** The menu of an answer in Discord's own form. */
import {
	type APIActionRowComponent,
	type APIComponentInMessageActionRow,
	ChannelType,
	ComponentType,
	SelectMenuDefaultValueType,
} from 'discord.js';
import type { AnswerMenu, MenuOffer } from '#ports/command';
import { truncate } from './split-answer.ts';

/** Limits of menus as Discord sets them: offers, and characters of their texts and of the hint. */
const offersMax = 25;
const offerTextMax = 100;
const hintMax = 150;

/** A row with the menu alone; offers that Discord would refuse are left out. */
export function menuRow(menu: AnswerMenu): APIActionRowComponent<APIComponentInMessageActionRow> {
	const { id, offers, chosen, choicesMin, hint } = menu;
	const shared = { custom_id: id, placeholder: truncate(hint, hintMax), min_values: choicesMin };
	if (offers === 'channels') {
		const defaults = chosen
			.slice(0, menu.choicesMax)
			.map((channelId) => ({ id: channelId, type: SelectMenuDefaultValueType.Channel as const }));
		const component = {
			...shared,
			type: ComponentType.ChannelSelect as const,
			channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
			default_values: defaults,
			max_values: menu.choicesMax,
		};
		return { type: ComponentType.ActionRow, components: [component] };
	}
	const options = offers
		.filter(({ value }) => value !== '' && value.length <= offerTextMax)
		.slice(0, offersMax)
		.map((offer) => optionJson(offer, chosen));
	const component = {
		...shared,
		type: ComponentType.StringSelect as const,
		options,
		max_values: Math.min(menu.choicesMax, options.length),
	};
	return { type: ComponentType.ActionRow, components: [component] };
}

function optionJson({ value, label, details }: MenuOffer, chosen: readonly string[]) {
	return {
		value,
		label: truncate(label, offerTextMax),
		...(details === undefined ? {} : { description: truncate(details, offerTextMax) }),
		default: chosen.includes(value),
	};
}
