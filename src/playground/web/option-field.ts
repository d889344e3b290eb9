/** One option of the command being filled in: a label, a field, and the lines it can be given. */
import type { PageOptionValue, PageUpload } from '#playground/page-protocol';
import { readUpload } from './api-client.ts';
import type { CommandOption } from './command-paths.ts';
import type { CompletionList } from './completion-list.ts';
import { element } from './dom.ts';
import { fixedChoices, narrowed, type OptionChoice, typedValue } from './option-choices.ts';
import type { PageState } from './page-state.ts';

const fileType = 11;

/** What a field is made with. */
export interface OptionFieldOptions {
	readonly option: CommandOption;
	readonly state: PageState;
	readonly list: CompletionList;
	/** Asks the bot for the choices of this option. */
	readonly requestChoices: (option: CommandOption) => Promise<readonly OptionChoice[]>;
	/** Called when a choice was taken, to move on. */
	readonly chosen: (field: OptionField) => void;
}

/** The field. */
export class OptionField {
	readonly view: HTMLElement;
	readonly input: HTMLInputElement;
	readonly option: CommandOption;
	readonly #options: OptionFieldOptions;
	#choices: readonly OptionChoice[] = [];
	#upload: PageUpload | null = null;
	#asked = 0;

	constructor(options: OptionFieldOptions) {
		this.#options = options;
		this.option = options.option;
		const { name, description, type } = options.option;
		this.input = element('input', {
			attributes: {
				'aria-label': `${name}: ${description}`,
				autocomplete: 'off',
				spellcheck: 'false',
				type: type === fileType ? 'file' : 'text',
			},
			on: {
				input: () => void this.#offer(),
				focus: () => void this.#offer(),
				blur: () => options.list.hide(),
				change: () => void this.#readFile(),
			},
		});
		this.view = element(
			'label',
			{ class: 'option', title: description },
			element('span', { class: 'option-name' }, name),
			this.input,
		);
	}

	/** Whether the field still has to be filled in. */
	get isMissing(): boolean {
		return this.option.required && this.value === undefined;
	}

	/** What the option is given; undefined while the field is empty. */
	get value(): PageOptionValue | undefined {
		if (this.option.type === fileType) return this.#upload ?? undefined;
		return this.input.value === '' ? undefined : typedValue(this.option, this.input.value, this.#choices);
	}

	async #readFile(): Promise<void> {
		const file = this.input.type === 'file' ? this.input.files?.[0] : undefined;
		if (file !== undefined) this.#upload = await readUpload(file);
	}

	/** Shows the choices; an answer of the bot that comes after a newer question is dropped. */
	async #offer(): Promise<void> {
		this.view.classList.remove('missing');
		this.input.size = Math.max(8, Math.min(48, this.input.value.length + 2));
		const { state, list, requestChoices } = this.#options;
		this.#asked += 1;
		const asked = this.#asked;
		this.#choices = this.option.autocomplete ? await requestChoices(this.option) : fixedChoices(this.option, state);
		if (asked !== this.#asked || document.activeElement !== this.input) return;
		const offered = this.option.autocomplete ? this.#choices : narrowed(this.#choices, this.input.value);
		list.show(
			this.option.description,
			offered.map((choice) => ({ label: choice.name, detail: '', pick: () => this.#take(choice) })),
		);
	}

	#take(choice: OptionChoice): void {
		this.input.value = choice.name;
		this.input.size = Math.max(8, Math.min(48, choice.name.length + 2));
		this.#options.list.hide();
		this.#options.chosen(this);
	}
}
