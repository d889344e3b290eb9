/** Discord's limits on commands, so that a registration never fails at a user's place. */
import { assert } from '#lib/assert';
import { listOf, objectOf, objectsOf, type RawObject } from './raw-fields.ts';

/** Slash commands of one application. */
export const commandsMax = 100;

/** Subcommands of a command, options of a subcommand, choices of an option. */
export const optionsMax = 25;

/** Characters of a description, a choice's label and a choice's value. */
export const labelLengthMax = 100;

/** Characters of all names, descriptions and values of one command, in its longest language. */
export const commandLengthMax = 8000;

const NAME = /^[-_\p{Ll}\p{Lm}\p{Lo}\p{N}]{1,32}$/u;

/** Throws, naming the place, when a command would be refused. */
export function assertCommandLimits(commands: readonly unknown[]): void {
	assert(commands.length <= commandsMax, `${commands.length} commands are more than ${commandsMax}`);
	assertUnique(commands, 'commands');
	for (const command of objectsOf(commands)) {
		const path = `/${String(command['name'])}`;
		assertNode(command, path);
		const length = lengthOf(command);
		assert(length <= commandLengthMax, `${path} has ${length} characters, more than ${commandLengthMax}`);
	}
}

function assertNode(node: RawObject, path: string): void {
	assert(NAME.test(String(node['name'])), `${path} has a name that Discord refuses`);
	for (const text of [node['description'], ...textsIn(node['description_localizations'])]) {
		assertLabel(text, `${path} description`);
	}
	const options = objectsOf(node['options']);
	assert(options.length <= optionsMax, `${path} has more than ${optionsMax} options`);
	assertUnique(options, path);
	const firstOptional = options.findIndex((option) => option['required'] === false);
	const lateRequired = options.findIndex((option, index) => option['required'] === true && index > firstOptional);
	assert(firstOptional === -1 || lateRequired === -1, `${path} has a required option after an optional one`);
	for (const option of options) assertNode(option, `${path} ${String(option['name'])}`);
	assertChoices(node, path);
}

function assertChoices(node: RawObject, path: string): void {
	const choices = objectsOf(node['choices']);
	assert(choices.length <= optionsMax, `${path} has more than ${optionsMax} choices`);
	for (const choice of choices) {
		const labels = [choice['name'], choice['value'], ...textsIn(choice['name_localizations'])];
		for (const label of labels) assertLabel(label, `${path} choice`);
	}
}

function assertLabel(value: unknown, path: string): void {
	const length = String(value).length;
	assert(length >= 1 && length <= labelLengthMax, `${path} has ${length} characters, not 1 to ${labelLengthMax}`);
}

function assertUnique(nodes: readonly unknown[], path: string): void {
	const names = objectsOf(nodes).map((node) => node['name']);
	assert(new Set(names).size === names.length, `${path} has a name twice`);
}

function textsIn(map: unknown): readonly unknown[] {
	return Object.values(objectOf(map) ?? {});
}

function lengthOf(node: RawObject): number {
	const own = [longest(node['name'], node['name_localizations']), String(node['value'] ?? '').length];
	const described =
		node['description'] === undefined ? 0 : longest(node['description'], node['description_localizations']);
	const children = [...listOf(node['options']), ...listOf(node['choices'])];
	const below = objectsOf(children).reduce((sum, child) => sum + lengthOf(child), 0);
	return own.reduce((sum, length) => sum + length, described + below);
}

function longest(text: unknown, localizations: unknown): number {
	return Math.max(...[text, ...textsIn(localizations)].map((each) => String(each).length));
}
