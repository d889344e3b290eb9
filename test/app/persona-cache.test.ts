/** Lists of personas that are remembered, and forgotten as soon as they are wrong. */
import { describe, expect, test } from 'vitest';
import { cachedPersonas } from '#app/chat/persona-cache';
import type { PersonaId, ServerId } from '#domain/ids';
import type { Persona } from '#domain/persona';
import { err, ok } from '#lib/result';
import type { PersonaStore } from '#ports/persona-store';
import { ManualClock } from '../support/manual-clock.ts';

const SERVER = 3 as ServerId;
const RIN = 7 as PersonaId;

/** A store that counts how often it is asked for a list; each list is another one. */
function countingStore() {
	const asked: ServerId[] = [];
	let release: (() => void) | null = null;
	const persona = { id: RIN, name: 'Rin' } as Persona;
	const store = {
		listPersonas: async (serverId: ServerId) => {
			asked.push(serverId);
			const list = [{ ...persona, name: `Rin ${asked.length}` }];
			if (release !== null) await new Promise<void>((resolve) => (release = resolve));
			return list;
		},
		createMainPersona: async () => ok(persona),
		createAlter: async () => err('too-many'),
		switchMainPersona: async () => null,
		changePersona: async () => ok(persona),
		removePersona: async () => {
			throw new Error('the database is away');
		},
		addSample: async () => ok(persona),
		changeSample: async () => err('changed'),
	} as unknown as PersonaStore;
	return { store, asked, hold: () => (release = () => {}), let: () => release?.() };
}

describe('personas of a server', () => {
	test('are asked for once a minute', async () => {
		const { store, asked } = countingStore();
		const clock = new ManualClock();
		const cached = cachedPersonas(store, clock);
		const first = await cached.listPersonas(SERVER);
		expect(await cached.listPersonas(SERVER)).toBe(first);
		clock.advance(60_000);
		await cached.listPersonas(SERVER);
		expect(asked).toHaveLength(2);
	});

	test('are asked for again after every change, also one that failed half-way', async () => {
		const draft = { name: 'Rin', attributes: [], samples: [], triggerWords: [], attg: {} } as never;
		const changes: readonly ((of: PersonaStore) => Promise<unknown>)[] = [
			(of) => of.createMainPersona(SERVER, draft),
			(of) => of.createAlter(SERVER, draft),
			(of) => of.switchMainPersona(SERVER, 'Rin'),
			(of) => of.changePersona(SERVER, RIN, {}),
			(of) => of.removePersona(SERVER, RIN, null).catch(() => null),
			(of) => of.addSample(RIN, { user: null, persona: 'hi' }),
			(of) => of.changeSample(RIN, { index: 0, sample: { user: null, persona: 'hi' } }, null),
		];
		const { store, asked } = countingStore();
		const cached = cachedPersonas(store, new ManualClock());
		for (const change of changes) {
			await cached.listPersonas(SERVER);
			await change(cached);
		}
		await cached.listPersonas(SERVER);
		expect(asked).toHaveLength(changes.length + 1);
	});

	test('a list that was read while something changed is not remembered', async () => {
		const { store, asked, hold, let: letGo } = countingStore();
		const cached = cachedPersonas(store, new ManualClock());
		hold();
		const reading = cached.listPersonas(SERVER);
		await cached.changePersona(SERVER, RIN, {});
		letGo();
		await reading;
		const again = cached.listPersonas(SERVER);
		letGo();
		await again;
		expect(asked).toHaveLength(2);
	});
});
