/** The small bar over a message: quick reactions, reply, the bot's message commands, and for own messages edit and delete. */
import { button, type Child, element } from './dom.ts';
import { icon } from './icons.ts';
import type { MessageActions } from './message-actions.ts';

/** What the bar depends on. */
export interface ToolbarFacts {
	readonly messageId: string;
	readonly text: string;
	/** Whether the speaker wrote the message. */
	readonly isOwn: boolean;
	readonly commands: readonly string[];
	readonly actions: MessageActions;
	/** Puts an editor in the message's place. */
	readonly startEditing: () => void;
}

const quickReactions = ['👍', '❤️', '😂'] as const;

function appsMenu(facts: ToolbarFacts): HTMLElement | null {
	if (facts.commands.length === 0) return null;
	const menu = element(
		'div',
		{ class: 'toolbar-menu', attributes: { role: 'menu' } },
		element('div', { class: 'toolbar-menu-title' }, 'Apps'),
		...facts.commands.map((name) =>
			element(
				'button',
				{
					attributes: { type: 'button', role: 'menuitem' },
					on: { click: () => facts.actions.useCommand(facts.messageId, name) },
				},
				name,
			),
		),
	);
	return element(
		'div',
		{ class: 'toolbar-apps' },
		button({ class: 'toolbar-button', label: 'Apps', press: () => menu.classList.toggle('open') }, icon('apps', 18)),
		menu,
	);
}

/** The bar; it is shown while the message is pointed at or holds the focus. */
export function messageToolbar(facts: ToolbarFacts): HTMLElement {
	const { messageId, actions } = facts;
	const tool = (label: string, press: () => void, child: Child): HTMLElement =>
		button({ class: 'toolbar-button', label, press }, child);
	return element(
		'div',
		{ class: 'toolbar' },
		...quickReactions.map((emoji) =>
			tool(`React with ${emoji}`, () => actions.react(messageId, emoji, true), element('span', {}, emoji)),
		),
		tool('Reply', () => actions.reply(messageId), icon('reply', 18)),
		appsMenu(facts),
		facts.isOwn && tool('Edit', facts.startEditing, icon('pen', 18)),
		facts.isOwn && tool('Delete', () => actions.remove(messageId), icon('bin', 18)),
	);
}
