/** The composer's second shape: a chosen slash command with a field for each option. */
import type { PageOptionValue } from '#playground/page-protocol';
import { ask } from './api-client.ts';
import type { CommandOption, CommandPath } from './command-paths.ts';
import type { CompletionList } from './completion-list.ts';
import { button, element } from './dom.ts';
import type { OptionChoice } from './option-choices.ts';
import { OptionField } from './option-field.ts';
import type { PageState } from './page-state.ts';

/** What the form is made with. */
export interface CommandFormOptions {
	readonly command: CommandPath;
	readonly state: PageState;
	readonly list: CompletionList;
	readonly run: (command: CommandPath, options: Readonly<Record<string, PageOptionValue>>) => void;
	readonly cancel: () => void;
}

/** The form. */
export class CommandForm {
	readonly view: HTMLElement;
	readonly #options: CommandFormOptions;
	readonly #fields: OptionField[] = [];
	readonly #fieldsView = element('span', { class: 'option-fields' });
	readonly #moreView = element('span', { class: 'option-more' });

	constructor(options: CommandFormOptions) {
		this.#options = options;
		this.view = element(
			'div',
			{ class: 'command-form', attributes: { tabindex: '-1' }, on: { keydown: (event) => this.#key(event) } },
			element('span', { class: 'command-name', title: options.command.description }, `/${options.command.path}`),
			this.#fieldsView,
			this.#moreView,
		);
		for (const option of options.command.options) if (option.required) this.#add(option);
		this.#drawMore();
	}

	/** Puts the caret where there is something to fill in. */
	focus(): void {
		(this.#fields[0]?.input ?? this.view).focus();
	}

	/** Runs the command, unless something is missing, which is then pointed out. */
	submit(): void {
		const missing = this.#fields.filter((field) => field.isMissing);
		for (const field of missing) field.view.classList.add('missing');
		if (missing[0] !== undefined) {
			missing[0].input.focus();
			return;
		}
		this.#options.list.hide();
		this.#options.run(this.#options.command, this.#values());
	}

	#values(): Record<string, PageOptionValue> {
		return Object.fromEntries(
			this.#fields.flatMap((field): [string, PageOptionValue][] => {
				const { value } = field;
				return value === undefined ? [] : [[field.option.name, value]];
			}),
		);
	}

	#add(option: CommandOption): OptionField {
		const field = new OptionField({
			option,
			state: this.#options.state,
			list: this.#options.list,
			requestChoices: (focused) => this.#requestChoices(focused),
			chosen: (done) => (this.#fields[this.#fields.indexOf(done) + 1]?.input ?? this.view).focus(),
		});
		this.#fields.push(field);
		this.#fieldsView.append(field.view);
		return field;
	}

	#drawMore(): void {
		const rest = this.#options.command.options.filter(
			(option) => !this.#fields.some((field) => field.option === option),
		);
		this.#moreView.replaceChildren(
			...rest.map((option) => {
				const press = (): void => {
					const field = this.#add(option);
					this.#drawMore();
					field.input.focus();
				};
				return button({ class: 'option-add', label: option.description, press }, `+ ${option.name}`);
			}),
		);
	}

	async #requestChoices(focused: CommandOption): Promise<readonly OptionChoice[]> {
		const { state, command } = this.#options;
		const typed = this.#fields.find((field) => field.option === focused)?.input.value ?? '';
		const answer = await ask('autocomplete', {
			personId: state.speakerId,
			channelId: state.channelId,
			command: command.path,
			options: { ...this.#values(), [focused.name]: typed },
			focused: focused.name,
		});
		return answer.kind === 'choices' ? answer.choices : [];
	}

	#key(event: KeyboardEvent): void {
		if (this.#options.list.handleKey(event)) return;
		const target = event.target;
		if (event.key === 'Escape') this.#options.cancel();
		else if (
			event.key === 'Backspace' &&
			(target === this.view || (target instanceof HTMLInputElement && target.value === ''))
		) {
			event.preventDefault();
			this.#removeOrCancel(target);
		} else if (event.key === 'Enter' && !(target instanceof HTMLButtonElement)) {
			event.preventDefault();
			this.submit();
		}
	}

	#removeOrCancel(target: EventTarget): void {
		const index = this.#fields.findIndex((field) => field.input === target);
		const field = this.#fields[index];
		if (field === undefined || field.option.required) {
			this.#options.cancel();
			return;
		}
		this.#fields.splice(index, 1);
		field.view.remove();
		this.#drawMore();
		(this.#fields[index - 1]?.input ?? this.view).focus();
	}
}
