import { describe, expect, test } from 'vitest';
import { commandsJson } from '#adapters/discord/command-json';
import type { Command, CommandOption, Subcommand } from '#ports/command';

const words = (en: string) => ({ en, ja: `${en} 日本語`, 'pt-BR': `${en} português` });

const option = (change: Partial<CommandOption> = {}): CommandOption => ({
	name: 'scope',
	description: words('Whose'),
	kind: 'string',
	required: false,
	...change,
});

const subcommand = (change: Partial<Subcommand> = {}): Subcommand => ({
	name: 'set',
	description: words('Sets it'),
	options: [],
	answer: 'private',
	run: async () => ({ text: 'done' }),
	...change,
});

const command = (change: Partial<Command> = {}): Command => ({
	name: 'key',
	description: words('Keys'),
	subcommands: [subcommand()],
	...change,
});

describe('commands in their JSON form', () => {
	test('carry localizations, contexts, limits and choices', () => {
		const choices = [{ value: 'server', label: words('Server') }];
		const options = [
			option({ required: true, choices }),
			option({ name: 'provider', lengthMax: 40, autocomplete: async () => [] }),
			option({ name: 'file', kind: 'attachment' }),
		];
		expect(commandsJson([command({ subcommands: [subcommand({ options })] })])).toEqual([
			{
				type: 1,
				name: 'key',
				description: 'Keys',
				description_localizations: { ja: 'Keys 日本語', 'pt-BR': 'Keys português' },
				contexts: [0, 1],
				integration_types: [0],
				options: [
					{
						type: 1,
						name: 'set',
						description: 'Sets it',
						description_localizations: { ja: 'Sets it 日本語', 'pt-BR': 'Sets it português' },
						options: [
							{
								type: 3,
								name: 'scope',
								description: 'Whose',
								description_localizations: { ja: 'Whose 日本語', 'pt-BR': 'Whose português' },
								required: true,
								choices: [
									{
										value: 'server',
										name: 'Server',
										name_localizations: { ja: 'Server 日本語', 'pt-BR': 'Server português' },
									},
								],
							},
							expect.objectContaining({ name: 'provider', max_length: 40, autocomplete: true }),
							expect.objectContaining({ name: 'file', type: 11 }),
						],
					},
				],
			},
		]);
	});

	test('a sole subcommand without a name of its own becomes the command itself', () => {
		for (const name of ['', 'zone']) {
			const [json] = commandsJson([
				command({ name: 'zone', subcommands: [subcommand({ name, options: [option()] })] }),
			]);
			expect(json?.options).toEqual([expect.objectContaining({ type: 3, name: 'scope' })]);
		}
	});

	const long = words('x'.repeat(101));
	const choicesOf = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: words(`c${index}`) }));
	test.each<[string, RegExp, readonly Command[]]>([
		[
			'more than 100 commands',
			/101 commands/,
			Array.from({ length: 101 }, (_, index) => command({ name: `c${index}` })),
		],
		['the same name twice', /a name twice/, [command(), command()]],
		['capitals in a name', /name that Discord refuses/, [command({ name: 'Key' })]],
		['a name of 33 characters', /name that Discord refuses/, [command({ name: 'k'.repeat(33) })]],
		['a description of more than 100 characters', /key description has 101/, [command({ description: long })]],
		[
			'a long description in one language',
			/key description has 101/,
			[command({ description: { ...words('x'), ja: 'あ'.repeat(101) } })],
		],
		['an empty description', /key description has 0/, [command({ description: { ...words('x'), en: '' } })]],
		[
			'a long option description',
			/scope description has 101/,
			[command({ subcommands: [subcommand({ options: [option({ description: long })] })] })],
		],
		[
			'26 choices',
			/more than 25 choices/,
			[command({ subcommands: [subcommand({ options: [option({ choices: choicesOf(26) })] })] })],
		],
		[
			'a required option after an optional one',
			/after an optional one/,
			[command({ subcommands: [subcommand({ options: [option(), option({ name: 'b', required: true })] })] })],
		],
		[
			'more than 8,000 characters',
			/more than 8000/,
			[
				command({
					subcommands: Array.from({ length: 4 }, (_, index) =>
						subcommand({ name: `s${index}`, options: [option({ choices: wordyChoices() })] }),
					),
				}),
			],
		],
	])('S088 are refused before Discord does: %s', (_, reason, commands) => {
		expect(() => commandsJson(commands)).toThrow(reason);
	});

	function wordyChoices() {
		return Array.from({ length: 25 }, (_, index) => ({ value: `${index}`, label: words('w'.repeat(80)) }));
	}
});
