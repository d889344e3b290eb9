/** Shows embeds: a coloured edge, title, text, fields, pictures and footer. */
import type { APIEmbed } from 'discord-api-types/v10';
import { element } from './dom.ts';
import { linkView, type MentionNames, markdownView } from './markdown-view.ts';
import { messageTime } from './time-text.ts';

/** The edge of an embed that names no colour. */
const plainEdge = '#4e5058';

function picture(kind: string, url: string | undefined, alt = ''): HTMLElement | null {
	return url === undefined ? null : element('img', { class: kind, attributes: { src: url, alt, loading: 'lazy' } });
}

/** Discord tells what a picture shows, though its types do not say so yet. */
function altOf(image: APIEmbed['image']): string {
	return image !== undefined && 'description' in image && typeof image.description === 'string'
		? image.description
		: '';
}

function titleView(embed: APIEmbed, names: MentionNames): HTMLElement | null {
	if (embed.title === undefined) return null;
	const text = markdownView(embed.title, names);
	return element('div', { class: 'embed-title' }, embed.url === undefined ? text : linkView(embed.url, [text]));
}

function fieldsView(embed: APIEmbed, names: MentionNames): HTMLElement | null {
	const fields = embed.fields ?? [];
	if (fields.length === 0) return null;
	return element(
		'div',
		{ class: 'embed-fields' },
		...fields.map((field) =>
			element(
				'div',
				{ class: field.inline === true ? 'embed-field inline' : 'embed-field' },
				element('div', { class: 'embed-field-name' }, markdownView(field.name, names)),
				markdownView(field.value, names),
			),
		),
	);
}

function footerView(embed: APIEmbed): HTMLElement | null {
	const when = embed.timestamp === undefined ? null : messageTime(Date.parse(embed.timestamp), Date.now());
	const words = [embed.footer?.text, when].filter((part): part is string => typeof part === 'string');
	return words.length === 0 ? null : element('div', { class: 'embed-footer' }, words.join(' • '));
}

/** One embed. */
export function embedView(embed: APIEmbed, names: MentionNames): HTMLElement {
	const view = element(
		'div',
		{ class: 'embed' },
		element(
			'div',
			{ class: 'embed-body' },
			embed.author === undefined ? null : element('div', { class: 'embed-author' }, embed.author.name),
			titleView(embed, names),
			embed.description === undefined ? null : markdownView(embed.description, names),
			fieldsView(embed, names),
			picture('embed-image', embed.image?.url, altOf(embed.image)),
			footerView(embed),
		),
		picture('embed-thumbnail', embed.thumbnail?.url),
	);
	const { color } = embed;
	view.style.borderLeftColor =
		color === undefined || color === 0 ? plainEdge : `#${color.toString(16).padStart(6, '0')}`;
	return view;
}
