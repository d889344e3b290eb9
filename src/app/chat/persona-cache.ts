/** Remembers the personas of servers, because every message asks whether it calls one of them. */
import type { ServerId } from '#domain/ids';
import type { Persona } from '#domain/persona';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';
import type { PersonaStore } from '#ports/persona-store';

/** Servers whose personas are remembered, and for how long at most. */
const serversMax = 2_000;
const rememberedForMs = 60_000;

/**
 * A store whose lists are asked for at most once a minute for each server. What is written through it is seen at once;
 * what another process writes, after that time.
 */
export function cachedPersonas(store: PersonaStore, clock: Clock): PersonaStore {
	const known = new ExpiringMap<ServerId, readonly Persona[]>({
		ttlMs: rememberedForMs,
		entriesMax: serversMax,
		nowMs: () => clock.now(),
	});
	let writes = 0;
	/** A list that was read while something was written may be older than that. */
	const written = async <T>(write: Promise<T>, forget: () => void): Promise<T> => {
		try {
			return await write;
		} finally {
			writes += 1;
			forget();
		}
	};
	const ofServer = <T>(serverId: ServerId, write: Promise<T>) => written(write, () => known.delete(serverId));
	const ofSome = <T>(write: Promise<T>) => written(write, () => known.clear());
	return {
		...store,
		async listPersonas(serverId) {
			const remembered = known.get(serverId);
			if (remembered !== undefined) return remembered;
			const writesBefore = writes;
			const personas = await store.listPersonas(serverId);
			if (writes === writesBefore) known.set(serverId, personas);
			return personas;
		},
		createMainPersona: (serverId, draft, lineageId) =>
			ofServer(serverId, store.createMainPersona(serverId, draft, lineageId)),
		createAlter: (serverId, draft, lineageId) => ofServer(serverId, store.createAlter(serverId, draft, lineageId)),
		switchMainPersona: (serverId, name) => ofServer(serverId, store.switchMainPersona(serverId, name)),
		changePersona: (serverId, personaId, change) =>
			ofServer(serverId, store.changePersona(serverId, personaId, change)),
		removePersona: (serverId, personaId, nextMainId) =>
			ofServer(serverId, store.removePersona(serverId, personaId, nextMainId)),
		addSample: (personaId, sample) => ofSome(store.addSample(personaId, sample)),
		changeSample: (personaId, at, sample) => ofSome(store.changeSample(personaId, at, sample)),
	};
}
