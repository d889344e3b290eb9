/** `/reward` and `/punish`: a gesture that a persona sees and remembers. */
import { isIgnored } from '#app/chat/gather-history';
import { postRoomNotice } from '#app/room/room-notice';
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { resolveSettings } from '#core/settings/resolve-settings';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { CONDITIONING_LIMITS, type ConditioningKind } from '#domain/conditioning';
import type { Persona } from '#domain/persona';
import type { CommandAnswer, CommandOption, Subcommand } from '#ports/command';
import { speaksThroughNovelai } from '../behavior/apply-setting.ts';
import type { CommandPorts } from '../command-ports.ts';
import { suggestPersonas } from '../persona/suggest-personas.ts';
import { inRoom, type RoomScene } from './room-scene.ts';
import { refusalOfPrivate, textOption, wordsOf } from './room-words.ts';

interface GestureWords {
	readonly description: MessageKey;
	readonly text: MessageKey;
	/** What is seen: somebody and a persona. */
	readonly title: MessageKey;
	readonly done: MessageKey;
}

const WORDS: Readonly<Record<ConditioningKind, GestureWords>> = {
	reward: {
		description: 'command.reward.description',
		text: 'command.reward.text',
		title: 'notice.reward',
		done: 'answer.rewarded',
	},
	punish: {
		description: 'command.punish.description',
		text: 'command.punish.text',
		title: 'notice.punish',
		done: 'answer.punished',
	},
};

/** `/reward`. */
export function reward(ports: CommandPorts): Subcommand {
	return gesture('reward', ports);
}

/** `/punish`. */
export function punish(ports: CommandPorts): Subcommand {
	return gesture('punish', ports);
}

function gesture(kind: ConditioningKind, ports: CommandPorts): Subcommand {
	const { description, text } = WORDS[kind];
	const { charactersMax: lengthMax } = CONDITIONING_LIMITS;
	return {
		name: kind,
		description: everyLocale(description),
		options: [textOption(text, { required: true, lengthMax }), personaOption(ports)],
		answer: 'private',
		run: (invocation) => inRoom(invocation, ports, (room) => show(room, kind, ports)),
	};
}

function personaOption(ports: CommandPorts): CommandOption {
	return {
		name: 'persona',
		description: everyLocale('command.gesture.persona'),
		kind: 'string',
		required: false,
		autocomplete: (query) => suggestPersonas(query, ports),
	};
}

async function show(room: RoomScene, kind: ConditioningKind, ports: CommandPorts): Promise<CommandAnswer> {
	const { id, place, values, scene, tell } = room;
	const words = wordsOf(room);
	if ('refusal' in words) return words.refusal;
	const name = values.get('persona')?.trim() ?? '';
	const persona = name === '' ? scene.persona : await ports.personas.findPersona(scene.workspace.id, name);
	if (!persona) return scene.answer('answer.persona-unknown', { name: escapeMarkdown(name.slice(0, 80)) });
	const refusal = (await refusalOfPrivate(room, ports)) ?? (await refusalOfIgnored(room, persona, ports));
	if (refusal !== null) return refusal;
	const { channelId, userId: authorId, userDisplayName } = place;
	const { title, done } = WORDS[kind];
	const seen = (escaped: (text: string) => string): string =>
		tell(title, { name: escaped(userDisplayName), persona: escaped(persona.name) });
	const posted = await postRoomNotice(
		{
			channelId,
			commandId: id,
			kind,
			title: seen(escapeMarkdown),
			text: words.text,
			payload: { title: seen((text) => text), authorId },
		},
		ports.chat,
	);
	if (!posted.ok) return scene.failure(posted.error);
	const isKept = await keep({ room, persona, kind, text: words.text }, ports);
	const said = scene.say(done, { name: escapeMarkdown(persona.name) });
	if (!isKept) return { text: `${said}\n${scene.say('answer.gesture-not-kept')}` };
	return { text: speaksThroughNovelai(scene) ? `${said}\n${scene.say('answer.gesture-inactive')}` : said };
}

/** Whom a persona takes no notice of has no gestures for it. Direct messages have no blocks. */
async function refusalOfIgnored(
	{ place, scene }: RoomScene,
	persona: Persona,
	{ chat }: CommandPorts,
): Promise<CommandAnswer | null> {
	if (place.guildId === null) return null;
	const blocks = await chat.stores.blocks.findBlocks(scene.workspace.id, persona.id);
	if (!isIgnored(blocks, place.userId, chat.clock.now())) return null;
	return scene.answer('answer.gesture-ignored', { name: escapeMarkdown(persona.name) });
}

interface Gesture {
	readonly room: RoomScene;
	readonly persona: Persona;
	readonly kind: ConditioningKind;
	readonly text: string;
}

/** False where the persona's keepers want nothing kept. */
async function keep({ room, persona, kind, text }: Gesture, { chat, settings }: CommandPorts): Promise<boolean> {
	const { place, scene } = room;
	const { workspace, userId } = scene;
	const serverId = workspace.id;
	const query = { serverId, channelId: place.channelId, personaId: persona.id, userId };
	if (!resolveSettings(await settings.readScopes(query)).conditioningEnabled) return false;
	const { lineageId } = persona;
	await chat.stores.conditioning.addConditioning({ serverId, lineageId, kind, text, authorUserId: userId });
	return true;
}
