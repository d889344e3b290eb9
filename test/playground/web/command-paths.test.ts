import type { APIApplicationCommand } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { type CommandViewer, commandPaths, matchingCommands } from '#playground/web/command-paths';

function command(fields: object): APIApplicationCommand {
	return {
		id: '1',
		application_id: '2',
		version: '3',
		type: 1,
		description: 'about',
		...fields,
	} as APIApplicationCommand;
}

const commands = [
	command({
		name: 'model',
		options: [
			{ type: 1, name: 'show', description: 'Shows it' },
			{
				type: 1,
				name: 'set',
				description: 'Sets it',
				options: [{ type: 3, name: 'model', description: 'Which', required: true }],
			},
		],
	}),
	command({ name: 'stop', default_member_permissions: '32' }),
	command({ name: 'guild-only', contexts: [0] }),
	command({ name: 'Edit reply', type: 3 }),
];
const owner: CommandViewer = { isDirect: false, isOwner: true, permissions: 0n };

describe('the list of slash commands', () => {
	test('has one entry for each subcommand, and none for message commands', () => {
		expect(commandPaths(commands, owner).map(({ path }) => path)).toEqual([
			'guild-only',
			'model set',
			'model show',
			'stop',
		]);
	});

	test('keeps the options of a subcommand', () => {
		const set = commandPaths(commands, owner).find(({ path }) => path === 'model set');
		expect(set?.options).toEqual([
			{ type: 3, name: 'model', description: 'Which', required: true, autocomplete: false, choices: [] },
		]);
	});

	test('offers a member only what the permissions of everybody allow', () => {
		const member = { ...owner, isOwner: false };
		expect(commandPaths(commands, member).map(({ path }) => path)).not.toContain('stop');
		expect(commandPaths(commands, { ...member, permissions: 32n }).map(({ path }) => path)).toContain('stop');
	});

	test('leaves commands of servers out of direct messages', () => {
		const paths = commandPaths(commands, { ...owner, isDirect: true }).map(({ path }) => path);
		expect(paths).toEqual(['model set', 'model show', 'stop']);
	});

	test('finds commands by their beginning first, then by any part', () => {
		const found = matchingCommands(commandPaths(commands, owner), '/s');
		expect(found.map(({ path }) => path)).toEqual(['stop', 'model set', 'model show']);
	});
});
