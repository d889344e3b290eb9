/** The page's beginning: takes the stream of events, keeps the state, and draws the parts that changed. */
import type { PageAnswer, PageEvent, PageSnapshot } from '#playground/page-protocol';
import { ask } from './api-client.ts';
import { Composer } from './composer.ts';
import { byId, element, refill } from './dom.ts';
import type { MessageActions } from './message-actions.ts';
import { MessageList } from './message-list.ts';
import { openModal } from './modal-view.ts';
import { type PagePart, PageState } from './page-state.ts';
import { drawPromptPanel } from './prompt-panel.ts';
import { drawSidebar } from './sidebar.ts';
import { drawTopBar } from './top-bar.ts';

/** How long a sentence stays on the page. */
const toastLastsMs = 6_000;

/** How often it is looked whether somebody stopped typing. */
const typingBeatMs = 1_000;

/** Below this width the panel and the channels begin closed. */
const narrowPx = 1_000;

function tell(sentence: string): void {
	const toast = element('div', { class: 'toast', attributes: { role: 'status' } }, sentence);
	byId('toasts').append(toast);
	setTimeout(() => toast.remove(), toastLastsMs);
}

function drawTyping(state: PageState): void {
	const names = state.typingNames(Date.now());
	const root = byId('typing');
	if (names.length === 0) {
		refill(root);
		return;
	}
	const who = names.length > 2 ? 'Several people' : names.join(' and ');
	refill(
		root,
		element('span', { class: 'dots' }),
		element('strong', {}, who),
		names.length === 1 ? ' is typing…' : ' are typing…',
	);
}

class Page {
	readonly #state: PageState;
	readonly #list: MessageList;
	readonly #composer: Composer;

	constructor(snapshot: PageSnapshot) {
		const state = new PageState(snapshot, (part) => this.#draw(part));
		this.#state = state;
		this.#composer = new Composer({
			state,
			tell,
			runCommand: async (command, options) => {
				const { speakerId: personId, channelId } = state;
				this.#take(await ask('command', { personId, channelId, command: command.path, options }));
			},
		});
		const suggest = (text: string): void => this.#composer.suggest(text);
		this.#list = new MessageList({ root: byId('messages'), state, actions: this.#actions(), suggest });
		this.#draw('all');
		setInterval(() => drawTyping(state), typingBeatMs);
	}

	apply(event: PageEvent): void {
		this.#state.apply(event);
	}

	#actions(): MessageActions {
		const state = this.#state;
		const act = async (answer: Promise<PageAnswer>): Promise<void> => this.#take(await answer);
		return {
			reply: (messageId) => {
				state.replyTo(messageId);
				this.#composer.focus();
			},
			react: (messageId, emoji, on) => void act(ask('react', { personId: state.speakerId, messageId, emoji, on })),
			useComponent: (messageId, customId, values) =>
				void act(
					ask('component', {
						personId: state.speakerId,
						messageId,
						customId,
						...(values === undefined ? {} : { values }),
					}),
				),
			useCommand: (messageId, command) =>
				void act(ask('message-command', { personId: state.speakerId, messageId, command })),
			edit: (messageId, text) => void act(ask('edit', { personId: state.speakerId, messageId, text })),
			remove: (messageId) => void act(ask('delete', { personId: state.speakerId, messageId })),
			dismiss: (messageId) => this.#list.dismiss(messageId),
		};
	}

	#take(answer: PageAnswer): void {
		const state = this.#state;
		const bot = state.person(state.botId)?.name ?? 'Tomori';
		if (answer.kind === 'refused') tell(answer.sentence);
		if (answer.kind === 'no-answer') tell(`${bot} did not answer in time.`);
		if (answer.kind !== 'modal') return;
		const guildId = state.channel?.guildId ?? null;
		openModal({
			modal: answer.modal,
			appName: bot,
			names: state.names,
			choices: (kind) => (kind === 'channel' ? state.channelsOf(guildId) : kind === 'user' ? state.people : []),
			submit: async (fields) => {
				this.#take(await ask('modal', { personId: state.speakerId, interactionId: answer.interactionId, fields }));
			},
		});
	}

	#draw(part: PagePart): void {
		const state = this.#state;
		const isAll = part === 'all';
		if (isAll || part === 'sidebar') drawSidebar(state, tell);
		if (isAll || part === 'status') drawTopBar(state);
		if (isAll || part === 'messages') this.#list.draw();
		if (isAll || part === 'prompt') drawPromptPanel(state);
		if (isAll || part === 'typing') drawTyping(state);
		if (isAll || part === 'composer') this.#composer.draw();
		if (isAll) this.#composer.focus();
	}
}

function start(): void {
	if (window.innerWidth < narrowPx) document.body.classList.add('panel-closed');
	byId('messages').addEventListener('click', () => document.body.classList.remove('sidebar-open'));
	let page: Page | null = null;
	const stream = new EventSource('/api/events');
	stream.addEventListener('message', (message: MessageEvent<string>) => {
		const event = JSON.parse(message.data) as PageEvent;
		if (page !== null) page.apply(event);
		else if (event.kind === 'snapshot') page = new Page(event);
	});
	stream.addEventListener('error', () => {
		page?.apply({
			kind: 'status',
			status: {
				phase: 'stopped',
				sentence: 'The playground has stopped. Start it again with: npx bun@1.4.5 run playground',
			},
		});
	});
}

start();
