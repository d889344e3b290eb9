/** The application's commands, global and of a guild; a bulk write keeps the ids of those whose name and type stay. */
import type { APIApplicationCommand } from 'discord-api-types/v10';
import { discordError, type FormComplaint, invalidForm } from '../discord-error.ts';
import type { Json } from '../payloads.ts';
import type { World } from '../world.ts';
import { type Body, isObject } from './read-body.ts';
import { answer, noContent, type RestCall, type Route } from './router.ts';

const chatCommandsMax = 100;
const contextCommandsMax = 15;
const optionsMax = 25;
const definitionCharactersMax = 8_000;

type Path = readonly (string | number)[];

function lengthComplaint(path: Path, least: number, most: number): FormComplaint {
	return { path, code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between ${least} and ${most} in length.` };
}

function complaintsAboutDescription(node: Body, path: Path): FormComplaint[] {
	const { description } = node;
	const fits = typeof description === 'string' && description.length >= 1 && description.length <= 100;
	return fits ? [] : [lengthComplaint([...path, 'description'], 1, 100)];
}

function complaintsAboutName(node: Body, path: Path): FormComplaint[] {
	const name = String(node['name'] ?? '');
	if (/^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u.test(name) && name === name.toLowerCase()) return [];
	return [{ path: [...path, 'name'], code: 'APPLICATION_COMMAND_INVALID_NAME', message: 'Command name is invalid' }];
}

function complaintsAboutOptions(node: Body, path: Path): FormComplaint[] {
	const options = Array.isArray(node['options']) ? node['options'].filter(isObject) : [];
	const complaints: FormComplaint[] = [];
	if (options.length > optionsMax) complaints.push(lengthComplaint([...path, 'options'], 0, optionsMax));
	const firstOptional = options.findIndex((option) => option['required'] !== true);
	for (const [index, option] of options.entries()) {
		const at = [...path, 'options', index];
		complaints.push(
			...complaintsAboutName(option, at),
			...complaintsAboutDescription(option, at),
			...complaintsAboutOptions(option, at),
		);
		const choices = Array.isArray(option['choices']) ? option['choices'] : [];
		if (choices.length > optionsMax) complaints.push(lengthComplaint([...at, 'choices'], 0, optionsMax));
		if (option['required'] === true && index > firstOptional && firstOptional !== -1) {
			const message = 'Required options must be placed before non-required options';
			complaints.push({ path: at, code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message });
		}
	}
	const names = options.map((option) => option['name']);
	if (new Set(names).size !== names.length) {
		const message = 'Option names must be unique';
		complaints.push({ path: [...path, 'options'], code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', message });
	}
	return complaints;
}

/** The characters Discord counts against the limit of a definition: names, descriptions and choice values. */
function definitionCharacters(node: Body): number {
	const own = [node['name'], node['description'], node['value']].reduce<number>(
		(sum, text) => sum + (typeof text === 'string' ? text.length : 0),
		0,
	);
	const children = [node['options'], node['choices']].flatMap((list) =>
		Array.isArray(list) ? list.filter(isObject) : [],
	);
	return children.reduce((sum, child) => sum + definitionCharacters(child), own);
}

function complaintsAbout(definition: Body, path: Path): FormComplaint[] {
	if (definition['type'] === 2 || definition['type'] === 3) {
		const name = String(definition['name'] ?? '');
		return name.length >= 1 && name.length <= 32 ? [] : [lengthComplaint([...path, 'name'], 1, 32)];
	}
	const complaints = [
		...complaintsAboutName(definition, path),
		...complaintsAboutDescription(definition, path),
		...complaintsAboutOptions(definition, path),
	];
	if (definitionCharacters(definition) > definitionCharactersMax) {
		const message = `Command exceeds maximum size (${definitionCharactersMax})`;
		complaints.push({ path, code: 'APPLICATION_COMMAND_TOO_LARGE', message });
	}
	return complaints;
}

function commandJson(
	world: World,
	input: { id: string; definition: Body; guildId: string | null },
): APIApplicationCommand {
	const { definition } = input;
	const kept: Json = {};
	for (const [key, value] of Object.entries(definition)) if (value !== undefined && value !== null) kept[key] = value;
	return {
		...kept,
		id: input.id,
		application_id: world.application.id,
		version: world.ids.next(),
		type: definition['type'] ?? 1,
		name: String(definition['name']),
		description: String(definition['description'] ?? ''),
		default_member_permissions: definition['default_member_permissions'] ?? null,
		nsfw: definition['nsfw'] ?? false,
		...(input.guildId === null ? {} : { guild_id: input.guildId }),
	} as unknown as APIApplicationCommand;
}

function scope(call: RestCall): { guildId: string | null; present: APIApplicationCommand[] } {
	const { world } = call;
	const guildId = call.has('guild') ? world.guild(call.param('guild')).id : null;
	const present = [...world.commands.values()].filter((command) => (command.guild_id ?? null) === guildId);
	return { guildId, present };
}

function known(call: RestCall): APIApplicationCommand {
	const command = scope(call).present.find((candidate) => candidate.id === call.param('command'));
	if (command === undefined) throw discordError(10063);
	return command;
}

function put(call: RestCall, definition: Body): APIApplicationCommand {
	const { guildId, present } = scope(call);
	const same = present.find(
		(command) => command.name === definition['name'] && command.type === (definition['type'] ?? 1),
	);
	const command = commandJson(call.world, { id: same?.id ?? call.world.ids.next(), definition, guildId });
	call.world.commands.set(command.id, command);
	return command;
}

function checkCounts(definitions: readonly Body[]): void {
	for (const [type, max] of [
		[1, chatCommandsMax],
		[2, contextCommandsMax],
		[3, contextCommandsMax],
	] as const) {
		if (definitions.filter((definition) => (definition['type'] ?? 1) === type).length > max) {
			throw discordError(30032);
		}
	}
}

function bulk(call: RestCall): APIApplicationCommand[] {
	const definitions = Array.isArray(call.rawBody) ? call.rawBody.filter(isObject) : [];
	const complaints = definitions.flatMap((definition, index) => complaintsAbout(definition, [index]));
	if (complaints.length > 0) throw invalidForm(complaints);
	checkCounts(definitions);
	const before = scope(call).present;
	const written = definitions.map((definition) => put(call, definition));
	for (const command of before) {
		if (!written.some((candidate) => candidate.id === command.id)) call.world.commands.delete(command.id);
	}
	return written;
}

function post(call: RestCall): APIApplicationCommand {
	const complaints = complaintsAbout(call.body, []);
	if (complaints.length > 0) throw invalidForm(complaints);
	return put(call, call.body);
}

function patch(call: RestCall): APIApplicationCommand {
	const former = known(call);
	const definition: Json = { ...former, ...call.body };
	const complaints = complaintsAbout(definition, []);
	if (complaints.length > 0) throw invalidForm(complaints);
	const command = commandJson(call.world, { id: former.id, definition, guildId: former.guild_id ?? null });
	call.world.commands.set(command.id, command);
	return command;
}

function routesUnder(base: string): Route[] {
	return [
		{ method: 'GET', pattern: base, handle: (call) => answer(scope(call).present) },
		{ method: 'PUT', pattern: base, handle: (call) => answer(bulk(call)) },
		{
			method: 'POST',
			pattern: base,
			handle: (call) => {
				const before = call.world.commands.size;
				const command = post(call);
				return answer(command, call.world.commands.size > before ? 201 : 200);
			},
		},
		{ method: 'GET', pattern: `${base}/:command`, handle: (call) => answer(known(call)) },
		{ method: 'PATCH', pattern: `${base}/:command`, handle: (call) => answer(patch(call)) },
		{
			method: 'DELETE',
			pattern: `${base}/:command`,
			handle: (call) => {
				call.world.commands.delete(known(call).id);
				return noContent;
			},
		},
	];
}

/** The routes of commands. */
export const commandRoutes: readonly Route[] = [
	...routesUnder('/applications/:application/commands'),
	...routesUnder('/applications/:application/guilds/:guild/commands'),
];
