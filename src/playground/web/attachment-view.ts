/** Shows files under a message: pictures, sound, video, and a card for everything else. */
import type { APIAttachment } from 'discord-api-types/v10';
import { element } from './dom.ts';
import { icon } from './icons.ts';
import { linkView } from './markdown-view.ts';

const sizeSteps = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A size in words, with steps of 1,024. */
export function sizeText(bytes: number): string {
	const step = Math.min(sizeSteps.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
	const amount = bytes / 1024 ** step;
	return `${step === 0 ? amount : amount.toFixed(2)} ${sizeSteps[step]}`;
}

/** One file. */
export function attachmentView(attachment: APIAttachment): HTMLElement {
	const kind = (attachment.content_type ?? '').split('/')[0];
	const words = attachment.description ?? attachment.filename;
	if (kind === 'image') {
		const picture = element('img', { attributes: { src: attachment.url, alt: words, loading: 'lazy' } });
		const link = linkView(attachment.url, [picture]);
		link.className = 'attachment-picture';
		return link;
	}
	if (kind === 'audio' || kind === 'video') {
		return element(kind, {
			class: 'attachment-player',
			attributes: { src: attachment.url, controls: '', preload: 'none' },
		});
	}
	return element(
		'div',
		{ class: 'attachment-file' },
		icon('file', 30),
		element(
			'div',
			{},
			linkView(attachment.url, [document.createTextNode(attachment.filename)]),
			element('div', { class: 'attachment-size' }, sizeText(attachment.size)),
		),
	);
}
