/** The left of the page: the rail of servers, and the channels of the chosen one or the speaker's direct messages. */
import type { PageChannel } from '#playground/page-protocol';
import { ask } from './api-client.ts';
import { avatarView } from './avatar.ts';
import { button, byId, element, refill } from './dom.ts';
import { icon } from './icons.ts';
import type { PageState } from './page-state.ts';

function initials(name: string): string {
	return name
		.split(/\s+/u)
		.map((word) => [...word][0] ?? '')
		.join('')
		.slice(0, 3);
}

function railButton(
	options: { label: string; chosen: boolean; unread: boolean; press: () => void },
	...inside: Node[]
): HTMLElement {
	const view = button({ class: 'rail-button', label: options.label, press: options.press }, ...inside);
	view.classList.toggle('chosen', options.chosen);
	view.classList.toggle('unread', options.unread);
	return view;
}

function drawRail(state: PageState, openDirect: () => void): void {
	const bot = state.person(state.botId)?.name ?? 'Tomori';
	const chosenGuild = state.channel?.guildId ?? null;
	const isUnread = (guildId: string | null): boolean => state.channelsOf(guildId).some(({ id }) => state.isUnread(id));
	refill(
		byId('rail'),
		railButton(
			{ label: 'Direct messages', chosen: chosenGuild === null, unread: isUnread(null), press: openDirect },
			avatarView(bot),
		),
		element('hr'),
		...state.guilds.map((guild) => {
			const press = (): void => {
				const first = state.channelsOf(guild.id)[0];
				if (first !== undefined) state.openChannel(first.id);
			};
			const label = document.createTextNode(initials(guild.name));
			return railButton(
				{ label: guild.name, chosen: chosenGuild === guild.id, unread: isUnread(guild.id), press },
				label,
			);
		}),
	);
}

function channelLine(channel: PageChannel, state: PageState): HTMLElement {
	const bot = state.person(state.botId)?.name ?? 'Tomori';
	const name = channel.kind === 'direct' ? bot : channel.name;
	const sign = channel.kind === 'direct' ? avatarView(bot) : icon(channel.kind === 'thread' ? 'thread' : 'hash', 18);
	const press = (): void => {
		document.body.classList.remove('sidebar-open');
		state.openChannel(channel.id);
	};
	const line = button({ class: `channel ${channel.kind}`, label: name, press }, sign, element('span', {}, name));
	line.classList.toggle('chosen', channel.id === state.channelId);
	line.classList.toggle('unread', state.isUnread(channel.id));
	return line;
}

function channelGroup(title: string, channels: readonly PageChannel[], state: PageState): HTMLElement[] {
	return [element('div', { class: 'channel-group' }, title), ...channels.map((channel) => channelLine(channel, state))];
}

/** Draws the rail and the channels. */
export function drawSidebar(state: PageState, tell: (sentence: string) => void): void {
	const guildId = state.channel?.guildId ?? null;
	const guild = state.guilds.find((candidate) => candidate.id === guildId);
	const openDirect = async (): Promise<void> => {
		const answer = await ask('open-direct', { personId: state.speakerId });
		if (answer.kind === 'refused') tell(answer.sentence);
		if (answer.kind === 'done' && answer.id !== undefined) state.openChannel(answer.id);
	};
	drawRail(state, () => void openDirect());
	refill(
		byId('channels'),
		element('header', {}, guild?.name ?? 'Direct messages'),
		element(
			'nav',
			{},
			...(guild === undefined ? [] : channelGroup('Text channels', state.channelsOf(guildId), state)),
			...channelGroup(`Direct messages of ${state.speaker?.name ?? ''}`, state.channelsOf(null), state),
		),
		element(
			'div',
			{ class: 'user-area' },
			avatarView(state.speaker?.name ?? '?'),
			element(
				'div',
				{},
				element('strong', {}, state.speaker?.name ?? ''),
				element('small', {}, state.speaker?.note ?? ''),
			),
		),
	);
}
