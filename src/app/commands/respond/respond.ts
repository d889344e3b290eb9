/** `/respond`: a persona says something without having been asked anything. */
import { attemptsOf } from '#app/chat/attempts-of';
import { refusalNow } from '#app/chat/may-answer';
import { wordlessTrigger } from '#app/chat/stored-turn';
import { everyLocale } from '#core/i18n/translate';
import { resolveSettings } from '#core/settings/resolve-settings';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { Persona } from '#domain/persona';
import type { ThinkingLevel } from '#domain/sampling';
import type { TurnWishes } from '#domain/turn';
import type { CommandAnswer, CommandInvocation, CommandOption, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { suggestPersonas } from '../persona/suggest-personas.ts';
import { limitAnswer } from '../reply/reply-actor.ts';

const PREFILL_CHARACTERS_MAX = 1_000;
const INSTRUCTION_CHARACTERS_MAX = 1_000;
const LEVELS: readonly ThinkingLevel[] = ['auto', 'none', 'low', 'medium', 'high'];

/** The command. */
export function respond(ports: CommandPorts): Subcommand {
	return {
		name: 'respond',
		description: everyLocale('command.respond.description'),
		answer: 'private',
		options: optionsOf(ports),
		run: (invocation) => startResponse(invocation, ports),
	};
}

function optionsOf(ports: CommandPorts): readonly CommandOption[] {
	return [
		{
			name: 'persona',
			description: everyLocale('command.respond.persona'),
			kind: 'string',
			required: false,
			autocomplete: (query) => suggestPersonas(query, ports),
		},
		{
			name: 'prefill',
			description: everyLocale('command.respond.prefill'),
			kind: 'string',
			required: false,
			lengthMax: PREFILL_CHARACTERS_MAX,
		},
		{
			name: 'instruction',
			description: everyLocale('command.respond.instruction'),
			kind: 'string',
			required: false,
			lengthMax: INSTRUCTION_CHARACTERS_MAX,
		},
		{
			name: 'reasoning',
			description: everyLocale('command.respond.reasoning'),
			kind: 'string',
			required: false,
			choices: LEVELS.map((value) => ({ value, label: everyLocale(`command.thinking.${value}`) })),
		},
	];
}

/** The reply itself comes through the channel's line of turns, so that it meets what others began before it. */
async function startResponse(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, values } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	if (!place.canWrite) return scene.answer('answer.respond-no-writing');
	const name = values.get('persona')?.trim() ?? '';
	const persona = name === '' ? scene.persona : await ports.personas.findPersona(scene.workspace.id, name);
	if (!persona) return scene.answer('answer.persona-unknown', { name: escapeMarkdown(name.slice(0, 80)) });
	const { channelId, guildId, userId, userDisplayName } = place;
	const trigger = wordlessTrigger({ id: invocation.id, channelId, guildId, userId, userName: userDisplayName });
	const request = { cause: 'command', trigger } as const;
	const refusal = await refusalNow({ request, place: { ...scene, persona } }, ports.chat);
	if (refusal !== null) return limitAnswer(refusal, scene);
	const isInstructed = (values.get('instruction') ?? '').trim() !== '';
	const isIgnored = isInstructed && (await readsNoNotes({ scene, persona, channelId }, ports));
	ports.replies.respond({
		...request,
		lines: [],
		personaId: persona.id,
		wishes: wishesOf(values),
	});
	const started = scene.say('answer.respond-started', { name: escapeMarkdown(persona.name) });
	return { text: isIgnored ? `${started}\n${scene.say('answer.respond-no-instruction')}` : started };
}

interface Speaker {
	readonly scene: CommandScene;
	readonly persona: Persona;
	readonly channelId: string;
}

/** Of the model that is asked first; whatever is chosen, it is the keys that decide which one that is. */
async function readsNoNotes({ scene, persona, channelId }: Speaker, ports: CommandPorts): Promise<boolean> {
	const { workspace, userId } = scene;
	const query = { serverId: workspace.id, channelId, personaId: persona.id, userId };
	const scopes = await ports.settings.readScopes(query);
	const place = { workspace, userId, scopes, settings: resolveSettings(scopes) };
	const planned = await attemptsOf(place, ports, ports.operator);
	const credential = planned.ok ? planned.value[0]?.route.keys[0]?.credential : undefined;
	return credential !== undefined && !ports.model.readsNotes(credential);
}

function wishesOf(values: ReadonlyMap<string, string>): TurnWishes {
	const prefill = values.get('prefill') ?? '';
	const instruction = values.get('instruction') ?? '';
	const level = LEVELS.find((each) => each === values.get('reasoning'));
	return {
		...(prefill.trim() === '' ? {} : { prefill }),
		...(instruction.trim() === '' ? {} : { instruction }),
		...(level === undefined ? {} : { thinkingLevel: level }),
	};
}
