/** The foot of the page: speak as somebody, write, mention, attach, reply, or fill in a slash command. */
import type { PageOptionValue, PageUpload } from '#playground/page-protocol';
import { ask, readUpload } from './api-client.ts';
import { CommandForm } from './command-form.ts';
import { type CommandPath, commandPaths, matchingCommands } from './command-paths.ts';
import { CompletionList } from './completion-list.ts';
import { encodeNames, matchingNames, type Nameable, typedNameAt, withName } from './composer-text.ts';
import { button, byId, element, refill } from './dom.ts';
import { icon } from './icons.ts';
import { authorName } from './message-view.ts';
import type { PageState } from './page-state.ts';
import { speakerMenu } from './speaker-menu.ts';

/** How often a person who types is shown as typing. */
const typingNoticeMs = 5_000;

/** The most lines the field grows to, in pixels. */
const fieldHeightMaxPx = 260;

/** Below this width there is no room for the speaker's name in the empty field. */
const narrowPx = 1_100;

/** What the composer is made with. */
export interface ComposerOptions {
	readonly state: PageState;
	readonly runCommand: (command: CommandPath, options: Readonly<Record<string, PageOptionValue>>) => void;
	readonly tell: (sentence: string) => void;
}

/** The composer. */
export class Composer {
	readonly #options: ComposerOptions;
	readonly #list = new CompletionList();
	readonly #field: HTMLTextAreaElement;
	readonly #line = element('div', { class: 'composer-line' });
	readonly #speaker = element('div', { class: 'composer-speaker' });
	readonly #context = element('div', { class: 'composer-context' });
	readonly #picker: HTMLInputElement;
	#uploads: readonly PageUpload[] = [];
	#form: CommandForm | null = null;
	#typingSentMs = 0;

	constructor(options: ComposerOptions) {
		this.#options = options;
		this.#field = element('textarea', {
			attributes: { id: 'message-field', rows: '1', 'aria-label': 'Message' },
			on: { input: () => this.#typed(), keydown: (event) => this.#key(event), blur: () => this.#list.hide() },
		});
		this.#picker = element('input', {
			attributes: { type: 'file', multiple: '', hidden: '' },
			on: { change: () => void this.#attach() },
		});
		refill(byId('composer'), this.#list.view, this.#context, this.#line, this.#picker);
		this.draw();
	}

	/** Brings the composer up to date with who speaks where and what is replied to. */
	draw(): void {
		const { state } = this.#options;
		const { channel } = state;
		const place = channel?.kind === 'direct' ? `@${state.person(state.botId)?.name}` : `#${channel?.name}`;
		const speaker = window.innerWidth < narrowPx ? '' : ` as ${state.speaker?.name ?? 'nobody'}`;
		this.#field.placeholder = `Message ${place}${speaker}`;
		refill(this.#speaker, speakerMenu(state));
		const attach = button(
			{ class: 'icon-button', label: 'Attach a file', press: () => this.#picker.click() },
			icon('plus'),
		);
		const command = button(
			{ class: 'icon-button', label: 'Slash commands', press: () => this.suggest('/') },
			icon('slash'),
		);
		const send = button({ class: 'icon-button send', label: 'Send', press: () => void this.#submit() }, icon('send'));
		refill(this.#line, this.#speaker, attach, this.#form?.view ?? this.#field, command, send);
		this.#drawContext();
	}

	/** Puts a text into the field, ready to be sent. */
	suggest(text: string): void {
		this.#leaveForm();
		this.#field.value = text;
		this.#field.focus();
		this.#typed();
	}

	focus(): void {
		if (this.#form === null) this.#field.focus();
		else this.#form.focus();
	}

	#drawContext(): void {
		const { state } = this.#options;
		const replied = state.replyToId === null ? undefined : state.message(state.replyToId);
		const close = (label: string, press: () => void): HTMLElement =>
			button({ class: 'icon-button', label, press }, icon('close', 16));
		refill(
			this.#context,
			replied === undefined
				? null
				: element(
						'div',
						{ class: 'reply-bar' },
						'Replying to ',
						element('strong', {}, authorName(replied.message, state)),
						close('Stop replying', () => state.replyTo(null)),
					),
			...this.#uploads.map((upload) =>
				element(
					'div',
					{ class: 'upload' },
					icon('file', 16),
					upload.name,
					close(`Remove ${upload.name}`, () => this.#drop(upload)),
				),
			),
		);
	}

	#drop(upload: PageUpload): void {
		this.#uploads = this.#uploads.filter((kept) => kept !== upload);
		this.#drawContext();
	}

	async #attach(): Promise<void> {
		const added = await Promise.all([...(this.#picker.files ?? [])].map(readUpload));
		this.#uploads = [...this.#uploads, ...added];
		this.#picker.value = '';
		this.#drawContext();
		this.focus();
	}

	#typed(): void {
		const field = this.#field;
		field.style.height = 'auto';
		field.style.height = `${Math.min(fieldHeightMaxPx, field.scrollHeight)}px`;
		const { state } = this.#options;
		if (field.value.startsWith('/')) {
			this.#offerCommands(field.value);
			return;
		}
		this.#offerNames();
		const nowMs = Date.now();
		if (field.value === '' || nowMs - this.#typingSentMs < typingNoticeMs) return;
		this.#typingSentMs = nowMs;
		void ask('typing', { personId: state.speakerId, channelId: state.channelId });
	}

	#offerCommands(typed: string): void {
		const { state } = this.#options;
		const guild = state.guilds.find((candidate) => candidate.id === state.channel?.guildId);
		const paths = commandPaths(state.commands, {
			isDirect: guild === undefined,
			isOwner: guild?.ownerId === state.speakerId,
			permissions: BigInt(guild?.everyonePermissions ?? '0'),
		});
		const exact = typed.endsWith(' ') ? paths.find(({ path }) => `/${path} ` === typed) : undefined;
		if (exact !== undefined) {
			this.#enterForm(exact);
			return;
		}
		this.#list.show(
			'Commands',
			matchingCommands(paths, typed).map((command) => ({
				label: `/${command.path}`,
				detail: command.description,
				pick: () => this.#enterForm(command),
			})),
		);
	}

	#offerNames(): void {
		const { state } = this.#options;
		const field = this.#field;
		const typed = typedNameAt(field.value, field.selectionStart);
		if (typed === null) {
			this.#list.hide();
			return;
		}
		const channels = state.channelsOf(state.channel?.guildId ?? null);
		const people = [...state.people].sort((left, right) => Number(right.isBot) - Number(left.isBot));
		const found = matchingNames<Nameable>(typed.sign === '@' ? people : channels, typed.query);
		const isWhole = found[0]?.name.toLowerCase() === typed.query.toLowerCase() && found.length === 1;
		this.#list.show(
			typed.sign === '@' ? 'Members' : 'Channels',
			(isWhole ? [] : found).map(({ name }) => ({
				label: name,
				detail: '',
				...(typed.sign === '@' ? { pictureOf: name } : {}),
				pick: () => {
					const after = withName(field.value, typed, name);
					field.value = after.text;
					field.setSelectionRange(after.caret, after.caret);
					this.#list.hide();
				},
			})),
		);
	}

	#enterForm(command: CommandPath): void {
		this.#list.hide();
		const { state, runCommand } = this.#options;
		this.#form = new CommandForm({
			command,
			state,
			list: this.#list,
			run: (chosen, options) => {
				this.#leaveForm();
				runCommand(chosen, options);
			},
			cancel: () => this.#leaveForm(),
		});
		this.draw();
		this.#form.focus();
	}

	#leaveForm(): void {
		this.#list.hide();
		this.#form = null;
		this.#field.value = '';
		this.draw();
		this.#field.focus();
	}

	#key(event: KeyboardEvent): void {
		if (this.#list.handleKey(event)) return;
		if (event.key === 'Escape') this.#options.state.replyTo(null);
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		void this.#submit();
	}

	async #submit(): Promise<void> {
		if (this.#form !== null) return this.#form.submit();
		const { state, tell } = this.#options;
		const text = encodeNames(this.#field.value.trim(), state.people, state.channelsOf(state.channel?.guildId ?? null));
		if (text === '' && this.#uploads.length === 0) return;
		const { replyToId } = state;
		const files = this.#uploads;
		this.#field.value = '';
		this.#uploads = [];
		state.replyTo(null);
		this.#typed();
		const reply = replyToId === null ? {} : { replyTo: replyToId };
		const answer = await ask('say', { personId: state.speakerId, channelId: state.channelId, text, files, ...reply });
		if (answer.kind === 'refused') tell(answer.sentence);
	}
}
