/** The bar over the messages: where one is, how the bot is, and whose voice it speaks with. */
import { avatarView } from './avatar.ts';
import { button, byId, element, refill } from './dom.ts';
import { icon } from './icons.ts';
import type { PageState } from './page-state.ts';

/** Draws the bar. */
export function drawTopBar(state: PageState): void {
	const { channel, status, voice } = state;
	const bot = state.person(state.botId)?.name ?? 'Tomori';
	const isDirect = channel?.kind === 'direct';
	const toggle = (name: string) => () => void document.body.classList.toggle(name);
	refill(
		byId('top-bar'),
		button({ class: 'icon-button only-narrow', label: 'Channels', press: toggle('sidebar-open') }, icon('menu')),
		isDirect ? avatarView(bot) : icon('hash', 22),
		element('strong', { class: 'place' }, isDirect ? bot : (channel?.name ?? '')),
		channel?.topic === null || channel === undefined ? null : element('span', { class: 'topic' }, channel.topic),
		element('span', { class: 'spring' }),
		element(
			'span',
			{ class: `voice ${voice.kind}`, title: voice.sentence },
			voice.kind === 'novelai' ? 'NovelAI' : 'stand-in voice',
		),
		element('span', { class: `status ${status.phase}`, title: status.sentence }, status.phase),
		button({ class: 'icon-button', label: 'Last prompt', press: toggle('panel-closed') }, icon('panel')),
	);
	const banner = byId('banner');
	const isPlain = status.phase === 'ready';
	banner.className = isPlain ? voice.kind : status.phase;
	refill(banner, isPlain ? voice.sentence : status.sentence);
}
