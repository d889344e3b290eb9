/** The beginning of a channel: where the reader is, and lines to try. */
import { avatarView } from './avatar.ts';
import { element } from './dom.ts';
import { icon } from './icons.ts';
import type { PageState } from './page-state.ts';

function suggestions(state: PageState): readonly string[] {
	const bot = state.person(state.botId)?.name ?? 'Tomori';
	if (state.channel?.kind === 'direct') return ['Hello! Who are you?', 'Tell me a short story.', '/persona show'];
	return [`@${bot} hello!`, `@${bot} what should we cook tonight?`, '/model show'];
}

/** Drawn above the first message of a channel. */
export function welcomeView(state: PageState, suggest: (text: string) => void): HTMLElement {
	const { channel } = state;
	const bot = state.person(state.botId)?.name ?? 'Tomori';
	const isDirect = channel?.kind === 'direct';
	const name = isDirect ? bot : `#${channel?.name ?? ''}`;
	const lead = isDirect
		? `These are the direct messages of ${state.speaker?.name ?? 'you'} and ${bot}. Every line is answered here.`
		: `This is the beginning of ${name}. Mention ${bot} by @ or reply to her messages, and she answers.`;
	const key = isDirect ? (state.speaker?.standInKey ?? null) : null;
	const isEmpty = state.visibleMessages.length === 0;
	return element(
		'div',
		{ class: 'welcome' },
		element('div', { class: 'welcome-sign' }, isDirect ? avatarView(bot) : icon('hash', 40)),
		element('h1', {}, isDirect ? bot : `Welcome to ${name}!`),
		element('p', {}, lead),
		key !== null &&
			element(
				'p',
				{ class: 'welcome-key' },
				`Here everybody brings a key of their own. For ${state.speaker?.name} the stand-in knows `,
				element('code', {}, key),
				': store it with /key set, scope personal.',
			),
		isEmpty &&
			element(
				'div',
				{ class: 'suggestions' },
				element('span', {}, 'Try'),
				...suggestions(state).map((text) =>
					element(
						'button',
						{ class: 'suggestion', attributes: { type: 'button' }, on: { click: () => suggest(text) } },
						text,
					),
				),
			),
	);
}
