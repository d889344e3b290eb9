/** Finds out whom a line calls: by a mention, by a reply, or by the words that personas listen to. */

import { DEFAULT_SETTINGS, resolveSettings } from '#core/settings/resolve-settings';
import { chooseCalled } from '#core/triggers/choose-called';
import { type CallMatcher, compileCalls, type PersonaCall } from '#core/triggers/compile-calls';
import type { PersonaId, ServerId, Snowflake, UserId } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { Persona } from '#domain/persona';
import type { TriggerCause } from '#domain/turn';
import { ExpiringMap } from '#lib/expiring-map';
import type { ChatPorts } from './chat-ports.ts';
import { workspaceKeyOf } from './gather-place.ts';
import type { LineCall } from './line-call.ts';

/** Workspaces that are remembered, and for how long. */
const workspacesMax = 5_000;
const rememberedForMs = 600_000;

/** Stands for a person of whom nothing is stored: the database numbers people from 1. */
const NOBODY = 0 as UserId;

/** Stands for the first persona where nothing is stored yet. */
const UNBORN = 0 as PersonaId;

/** A server and its personas. */
interface Company {
	readonly serverId: ServerId;
	readonly personas: readonly Persona[];
	readonly main: Persona;
}

/** Asks the stores as little as it can, since it sees every message of every channel. */
export class LineCallFinder {
	readonly #ports: ChatPorts;
	readonly #serverIds: ExpiringMap<Snowflake, ServerId>;
	readonly #matchers = new WeakMap<readonly Persona[], CallMatcher>();
	readonly #first: CallMatcher;

	constructor(ports: ChatPorts) {
		this.#ports = ports;
		this.#serverIds = new ExpiringMap({
			ttlMs: rememberedForMs,
			entriesMax: workspacesMax,
			nowMs: () => ports.clock.now(),
		});
		const { firstPersona } = ports;
		this.#first = compileCalls([{ ...firstPersona, aliases: [], id: UNBORN, isAlter: false }]);
	}

	/** Whom the line calls; null when nobody. `cause` is why it is addressed even without a word, or null. */
	async find(message: ChatMessage, cause: TriggerCause | null): Promise<LineCall | null> {
		const company = await this.#companyOf(message);
		if (company === null) return this.#callOfFirst(message, cause);
		const { personas, main } = company;
		const forcedId = cause === null ? null : await this.#meantBy(message, cause, company);
		const calls = this.#matcherOf(personas).findCalls(message.content);
		const byWord = calls.filter((call) => call.personaId !== forcedId);
		if (byWord.length === 0 && cause === null) return null;
		const rules = byWord.length === 0 ? QUIET : await this.#rulesOf(message, company);
		const chosen = chooseCalled({ forcedId, calls: byWord, ...rules });
		if (chosen.length === 0 && cause === null) return null;
		const ids = chosen.length === 0 ? [main.id] : chosen;
		return {
			cause: cause ?? causeOf(byWord, ids),
			personas: ids.map((id) => ({ id, isMain: id === main.id })),
			personasMax: rules.personasMax,
		};
	}

	#matcherOf(personas: readonly Persona[]): CallMatcher {
		const known = this.#matchers.get(personas);
		if (known) return known;
		const matcher = compileCalls(personas);
		this.#matchers.set(personas, matcher);
		return matcher;
	}

	/** In a server where the bot has never spoken the first persona listens already. */
	#callOfFirst({ content }: ChatMessage, cause: TriggerCause | null): LineCall | null {
		const calls = cause === null ? this.#first.findCalls(content) : [];
		if (cause === null && calls.length === 0) return null;
		return { cause: cause ?? causeOf(calls, [UNBORN]), personas: [], personasMax: 1 };
	}

	async #companyOf(message: ChatMessage): Promise<Company | null> {
		const key = workspaceKeyOf(message, this.#ports);
		const { workspaces, personas } = this.#ports.stores;
		const serverId = this.#serverIds.get(key.discordId) ?? (await workspaces.findWorkspace(key))?.id;
		if (serverId === undefined) return null;
		this.#serverIds.set(key.discordId, serverId);
		const listed = await personas.listPersonas(serverId);
		const main = listed.find((persona) => !persona.isAlter);
		return main ? { serverId, personas: listed, main } : null;
	}

	async #meantBy(message: ChatMessage, cause: TriggerCause, company: Company): Promise<PersonaId | null> {
		if (cause === 'mention') return company.main.id;
		return cause === 'reply' ? await this.#repliedTo(message, company) : null;
	}

	/** What is stored of the message tells best who said it; a name under which nobody is known is the main one's. */
	async #repliedTo({ reply }: ChatMessage, { personas, main }: Company): Promise<PersonaId> {
		const target = reply?.target;
		if (!target) return main.id;
		const speakers = await this.#ports.stores.turns.findSpeakers([target.id]);
		const speaker = personas.find((persona) => persona.id === speakers.get(target.id));
		if (speaker) return speaker.id;
		if (target.webhook?.isOurs !== true) return main.id;
		const [, first = '', second = ''] = /^(.*?)(?: \((.*)\))?$/su.exec(target.author.displayName) ?? [];
		const named = [target.author.displayName, first, second].map((name) =>
			personas.find((persona) => isCalled(persona, name)),
		);
		return named.find((persona) => persona !== undefined)?.id ?? main.id;
	}

	async #rulesOf({ author, channelId }: ChatMessage, { serverId, main }: Company): Promise<Rules> {
		const { workspaces, settings } = this.#ports.stores;
		const userId = (await workspaces.findUser(author.id)) ?? NOBODY;
		const scopes = await settings.readScopes({ serverId, channelId, personaId: main.id, userId });
		const { deliberateTriggersOnly, matchLimit } = resolveSettings(scopes);
		return { deliberateOnly: deliberateTriggersOnly, personasMax: matchLimit };
	}
}

interface Rules {
	readonly deliberateOnly: boolean;
	readonly personasMax: number;
}

/** Where no word calls anybody the settings make no difference. */
const QUIET: Rules = { deliberateOnly: false, personasMax: DEFAULT_SETTINGS.matchLimit };

/** Nobody writes an at sign before a word by chance, so what goes wrong then is said. */
function causeOf(calls: readonly PersonaCall[], chosen: readonly PersonaId[]): TriggerCause {
	const isMeant = calls.some((call) => call.isDeliberate && chosen.includes(call.personaId));
	return isMeant ? 'mention' : 'trigger-word';
}

function isCalled({ name, aliases }: Persona, label: string): boolean {
	const wanted = label.toLowerCase();
	return [name, ...aliases].some((each) => each.toLowerCase() === wanted);
}
