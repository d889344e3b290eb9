/** Shows one message: who, when, the quoted line, the text and everything under it. */
import type { APIMessage } from 'discord-api-types/v10';
import { attachmentView } from './attachment-view.ts';
import { avatarView, nameColour } from './avatar.ts';
import { type ComponentSurroundings, componentView } from './component-view.ts';
import { button, type Child, element } from './dom.ts';
import { embedView } from './embed-view.ts';
import { icon } from './icons.ts';
import { parseMarkdown, plainText } from './markdown-tree.ts';
import { markdownView } from './markdown-view.ts';
import type { MessageActions } from './message-actions.ts';
import { messageToolbar } from './message-toolbar.ts';
import type { HeldMessage, PageState } from './page-state.ts';
import { clockTime, fullTime, messageTime } from './time-text.ts';

/** The flag of an answer that is still being made. */
const loadingFlag = 128;

/** The flag of a message whose embeds are hidden. */
const suppressEmbedsFlag = 4;

/** What a message is shown with. */
export interface MessageViewOptions {
	readonly state: PageState;
	readonly actions: MessageActions;
	/** True under another message of the same author: no picture and no name. */
	readonly compact: boolean;
}

/** The name a message's author goes by here. */
export function authorName(message: APIMessage, state: PageState): string {
	if (message.webhook_id !== undefined) return message.author.username;
	return state.person(message.author.id)?.name ?? message.author.global_name ?? message.author.username;
}

function isFromApp(message: APIMessage): boolean {
	return message.author.bot === true || message.webhook_id !== undefined;
}

function nameView(name: string): HTMLElement {
	const view = element('span', { class: 'author' }, name);
	view.style.color = nameColour(name);
	return view;
}

function appBadge(): HTMLElement {
	return element('span', { class: 'badge' }, 'APP');
}

function headView(held: HeldMessage, state: PageState): HTMLElement {
	const { message } = held;
	const atMs = Date.parse(message.timestamp);
	return element(
		'div',
		{ class: 'head' },
		nameView(authorName(message, state)),
		isFromApp(message) && appBadge(),
		element('time', { title: fullTime(atMs) }, messageTime(atMs, Date.now())),
	);
}

function quotedLine(message: APIMessage, state: PageState): HTMLElement | null {
	if (message.type !== 19 && message.referenced_message === undefined) return null;
	const quoted = message.referenced_message;
	if (quoted === null || quoted === undefined) {
		return element('div', { class: 'quoted' }, element('em', {}, 'Original message was deleted'));
	}
	const name = authorName(quoted, state);
	const words = plainText(parseMarkdown(quoted.content)) || 'Press to see attachment';
	const jump = (): void => {
		const target = document.getElementById(`message-${quoted.id}`);
		target?.scrollIntoView({ block: 'center' });
		target?.classList.add('pointed-out');
		target?.addEventListener('animationend', () => target.classList.remove('pointed-out'), { once: true });
	};
	return element(
		'div',
		{ class: 'quoted', on: { click: jump } },
		avatarView(name),
		isFromApp(quoted) && appBadge(),
		nameView(name),
		element('span', { class: 'quoted-text' }, words),
	);
}

function commandLine(held: HeldMessage, state: PageState): HTMLElement | null {
	if (held.usedCommand === null) return null;
	const name = state.person(held.usedCommand.personId)?.name ?? 'Someone';
	return element(
		'div',
		{ class: 'quoted' },
		avatarView(name),
		nameView(name),
		' used ',
		element('span', { class: 'used-command' }, `/${held.usedCommand.name}`),
	);
}

function textView(message: APIMessage, state: PageState): Child {
	if (((message.flags ?? 0) & loadingFlag) !== 0 && message.content === '') {
		return element(
			'div',
			{ class: 'thinking' },
			element('span', { class: 'dots' }),
			`${authorName(message, state)} is thinking…`,
		);
	}
	if (message.content === '' && message.edited_timestamp === null) return null;
	const view = markdownView(message.content, state.names);
	if (message.edited_timestamp !== null) {
		view.append(
			element('span', { class: 'edited', title: fullTime(Date.parse(message.edited_timestamp)) }, ' (edited)'),
		);
	}
	return view;
}

function forwardedView(message: APIMessage, state: PageState): HTMLElement[] {
	return (message.message_snapshots ?? []).map(({ message: snapshot }) =>
		element(
			'div',
			{ class: 'forwarded' },
			element('div', { class: 'forwarded-title' }, icon('reply', 14), 'Forwarded'),
			markdownView(snapshot.content, state.names),
			...snapshot.attachments.map(attachmentView),
		),
	);
}

function reactionsView(
	{ message, reactedBy }: HeldMessage,
	{ state, actions }: MessageViewOptions,
): HTMLElement | null {
	const reactions = message.reactions ?? [];
	if (reactions.length === 0) return null;
	return element(
		'div',
		{ class: 'reactions' },
		...reactions.map(({ emoji, count }) => {
			const isMine = (reactedBy[emoji.id ?? emoji.name ?? ''] ?? []).includes(state.speakerId);
			const key = emoji.id === null ? (emoji.name ?? '') : `${emoji.name}:${emoji.id}`;
			const words = emoji.id === null ? (emoji.name ?? '') : `:${emoji.name}:`;
			const press = (): void => actions.react(message.id, key, !isMine);
			return button(
				{ class: isMine ? 'reaction mine' : 'reaction', label: `${words}, ${count}`, press },
				words,
				element('span', {}, String(count)),
			);
		}),
	);
}

function ephemeralNote(message: APIMessage, actions: MessageActions): HTMLElement {
	return element(
		'div',
		{ class: 'only-you' },
		icon('eye', 14),
		'Only you can see this • ',
		button(
			{ class: 'text-button', label: 'Dismiss message', press: () => actions.dismiss(message.id) },
			'Dismiss message',
		),
	);
}

function surroundingsOf(message: APIMessage, options: MessageViewOptions): ComponentSurroundings {
	const { state, actions } = options;
	return {
		names: state.names,
		choices: (kind) => {
			if (kind === 'user') return state.people;
			const guildId = state.channel?.guildId ?? null;
			if (kind === 'channel') return state.channelsOf(guildId);
			return state.guilds.find((guild) => guild.id === guildId)?.roles ?? [];
		},
		use: (customId, values) => actions.useComponent(message.id, customId, values),
	};
}

function editorView(text: string, done: (text: string | null) => void): HTMLElement {
	const field = element('textarea', {
		class: 'editor',
		attributes: { 'aria-label': 'Edit message' },
		on: {
			keydown: (event) => {
				if (event.key === 'Escape') done(null);
				if (event.key !== 'Enter' || event.shiftKey) return;
				event.preventDefault();
				done(field.value);
			},
		},
	});
	field.value = text;
	return element('div', {}, field, element('small', {}, 'escape to cancel • enter to save'));
}

/** One message of the chosen channel. */
export function messageView(held: HeldMessage, options: MessageViewOptions): HTMLElement {
	const { state, actions, compact } = options;
	const { message } = held;
	const text = element('div', { class: 'text' }, textView(message, state));
	const startEditing = (): void => {
		const editor = editorView(message.content, (edited) => {
			editor.replaceWith(text);
			if (edited !== null && edited !== message.content) actions.edit(message.id, edited);
		});
		text.replaceWith(editor);
		editor.querySelector('textarea')?.focus();
	};
	const isOwn = message.author.id === state.speakerId;
	const commands = state.commands.filter((command) => command.type === 3).map((command) => command.name);
	const embeds = ((message.flags ?? 0) & suppressEmbedsFlag) === 0 ? (message.embeds ?? []) : [];
	const atMs = Date.parse(message.timestamp);
	const classes = ['message', compact ? 'compact' : 'first', held.ephemeralTo === null ? '' : 'ephemeral'];
	if (message.mentions.some((user) => user.id === state.speakerId)) classes.push('mentions-you');
	return element(
		'article',
		{ class: classes.join(' '), attributes: { id: `message-${message.id}` } },
		compact ? null : (commandLine(held, state) ?? quotedLine(message, state)),
		element(
			'div',
			{ class: 'gutter' },
			compact ? element('time', {}, clockTime(atMs)) : avatarView(authorName(message, state), held.avatarUrl),
		),
		element(
			'div',
			{ class: 'body' },
			compact ? null : headView(held, state),
			text,
			...forwardedView(message, state),
			...message.attachments.map(attachmentView),
			...(message.sticker_items ?? []).map((sticker) => element('div', { class: 'sticker' }, sticker.name)),
			...embeds.map((embed) => embedView(embed, state.names)),
			...(message.components ?? []).map((component) => componentView(component, surroundingsOf(message, options))),
			reactionsView(held, options),
			held.ephemeralTo === null ? null : ephemeralNote(message, actions),
		),
		held.ephemeralTo === null &&
			messageToolbar({ messageId: message.id, text: message.content, isOwn, commands, actions, startEditing }),
	);
}
