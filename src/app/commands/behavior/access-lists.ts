/** Sets and shows who or what is allowed and denied. */
import { readSubjects } from '#core/access/read-subjects';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { AccessKind, AccessRule } from '#domain/access';
import { ACCESS_LIMITS } from '#domain/access';
import type { Snowflake } from '#domain/ids';
import type { Persona } from '#domain/persona';
import type { CommandAnswer, CommandPlace } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { DEFAULT_VALUE } from '../model/parameter-values.ts';
import { type AccessSetting, type BehaviorScope, OFF_VALUE } from './setting-kinds.ts';

/** UTF-16 units of a list in the panel; a field holds 1,024. */
const shownListMax = 400;

const TAKES: Readonly<Record<AccessKind, string>> = {
	channel: '#general #bots -#vents',
	role: '@friends -@guests',
	persona: 'Tomori, -Anon',
};

type Subjects = readonly Pick<AccessRule, 'subject' | 'verdict'>[];

/** The list as given, and for whom. */
export interface GivenList {
	readonly setting: AccessSetting;
	readonly value: string;
	readonly scope: BehaviorScope;
	readonly place: CommandPlace;
}

/** Puts the given list in the place of the scope's own; `off` and `default` leave none. */
export async function setAccessList(
	given: GivenList,
	scene: CommandScene,
	ports: CommandPorts,
): Promise<CommandAnswer> {
	const { setting, value, scope, place } = given;
	const { name, access: kind } = setting;
	if (place.guildId === null) return scene.answer('answer.setting-servers-only', { name });
	const isCleared = [OFF_VALUE, DEFAULT_VALUE].includes(value.toLowerCase());
	const read = isCleared ? [] : readSubjects(kind, value, place.guildId);
	const named = read && kind === 'persona' ? await personaRows(read, scene, ports) : read;
	if (named === null) {
		const takes = `${TAKES[kind]}, ${OFF_VALUE}`;
		const { subjectsMax } = ACCESS_LIMITS;
		return scene.answer('answer.setting-list-value', { name, takes, count: subjectsMax });
	}
	const channelId = scope === 'channel' ? place.channelId : '';
	const { id: serverId } = scene.workspace;
	const others = (await ports.accessRules.listRules(serverId)).filter(
		(rule) => rule.kind !== kind || rule.channelId !== channelId,
	);
	if (others.length + named.length > ACCESS_LIMITS.rulesMax) {
		return scene.answer('answer.setting-rules-full', { count: ACCESS_LIMITS.rulesMax });
	}
	await ports.accessRules.replaceRules({ serverId, kind, channelId }, named);
	const personas = kind === 'persona' ? await ports.personas.listPersonas(serverId) : [];
	const shown = shownSubjects(kind, named, { personas, guildId: place.guildId }) ?? scene.say('answer.none');
	return scene.answer('answer.setting-list-saved', { name, value: shown });
}

/** The lists of a server as the panel shows them, by the names of their settings; null where there is none. */
export async function shownAccessLists(
	scene: CommandScene,
	place: CommandPlace,
	ports: CommandPorts,
): Promise<Readonly<Record<string, string | null>>> {
	const { id: serverId } = scene.workspace;
	const [rules, personas] = await Promise.all([
		ports.accessRules.listRules(serverId),
		ports.personas.listPersonas(serverId),
	]);
	const show = (kind: AccessKind, channelId: string) => {
		const own = rules.filter((rule) => rule.kind === kind && rule.channelId === channelId);
		return shownSubjects(kind, own, { personas, guildId: place.guildId });
	};
	const here = show('persona', place.channelId);
	const everywhere = show('persona', '');
	const ofPersonas = [everywhere, here === null ? null : `${scene.say('command.scope.channel')}: ${here}`];
	return {
		allow_channels: show('channel', ''),
		allow_roles: show('role', ''),
		allow_personas: ofPersonas.filter((list) => list !== null).join(' · ') || null,
	};
}

async function personaRows(given: Subjects, scene: CommandScene, ports: CommandPorts): Promise<Subjects | null> {
	const personas = await ports.personas.listPersonas(scene.workspace.id);
	const found = given.flatMap(({ subject, verdict }) => {
		const persona = personas.find((each) => each.name.toLowerCase() === subject.toLowerCase());
		return persona ? [{ subject: String(persona.id), verdict }] : [];
	});
	return found.length === given.length ? found : null;
}

function shownSubjects(
	kind: AccessKind,
	subjects: Subjects,
	known: { readonly personas: readonly Persona[]; readonly guildId: Snowflake | null },
): string | null {
	let shown = '';
	for (const { subject, verdict } of subjects) {
		const next = `${shown === '' ? '' : ' '}${verdict === 'deny' ? '−' : ''}${shownSubject(kind, subject, known)}`;
		if (shown.length + next.length > shownListMax) return `${shown} …`;
		shown += next;
	}
	return shown === '' ? null : shown;
}

function shownSubject(
	kind: AccessKind,
	subject: string,
	{ personas, guildId }: { readonly personas: readonly Persona[]; readonly guildId: Snowflake | null },
): string {
	switch (kind) {
		case 'channel':
			return `<#${subject}>`;
		case 'role':
			return subject === guildId ? '@everyone' : `<@&${subject}>`;
		case 'persona': {
			const persona = personas.find(({ id }) => String(id) === subject);
			return persona ? escapeMarkdown(persona.name) : '?';
		}
	}
}
