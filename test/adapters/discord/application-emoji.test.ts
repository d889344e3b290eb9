/** Pictures of personas as emoji of the application, against the loopback Discord. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import type { PersonaId } from '#domain/ids';
import type { PersonaPicture } from '#domain/persona-card';
import { drawPng } from '#playground/discord-server/serve-cdn';
import { connectTo, requestComplaints, startWorld } from './loopback.ts';

let world: Awaited<ReturnType<typeof startWorld>>;
let connection: DiscordConnection;

beforeEach(async () => {
	world = await startWorld();
	connection = await connectTo(world.server, { shrinkAvatar: async (bytes) => bytes });
});

afterEach(async () => {
	expect(requestComplaints(world.server)).toEqual([]);
	await connection.close();
	await world.server.stop();
});

const RIN = 7 as PersonaId;
const MIO = 70 as PersonaId;
const picture = (text: string): PersonaPicture => ({ bytes: drawPng(text), mimeType: 'image/png' });
const names = (): readonly string[] => [...world.server.world.emojis.values()].map((emoji) => emoji.name);

describe('the emoji of personas', () => {
	test('are one a persona, and the same picture is uploaded once', async () => {
		const first = await connection.avatars.upload(RIN, picture('a'));
		expect(await connection.avatars.upload(RIN, picture('a'))).toEqual(first);
		await connection.avatars.upload(MIO, picture('b'));
		const other = await connection.avatars.upload(RIN, picture('c'));
		expect(other).not.toEqual(first);
		expect(names().map((name) => name.replace(/[0-9a-f]{8}$/, '…'))).toEqual(['persona_70_…', 'persona_7_…']);
		await connection.avatars.remove(RIN);
		expect(names()).toHaveLength(1);
	});

	test('an upload whose answer was lost is found again', async () => {
		world.server.faults.add({ kind: 'dropped-answer', method: 'POST', path: /\/emojis$/ });
		expect((await connection.avatars.upload(RIN, picture('a'))).ok).toBe(true);
		expect(names()).toHaveLength(1);
	});

	test('a picture that cannot be made small, and a full application, are failures and nothing else', async () => {
		await connection.close();
		connection = await connectTo(world.server, { shrinkAvatar: async () => null });
		expect((await connection.avatars.upload(RIN, picture('a'))).ok).toBe(false);
		await connection.close();
		connection = await connectTo(world.server, { shrinkAvatar: async () => new Uint8Array(300_000) });
		expect((await connection.avatars.upload(RIN, picture('a'))).ok).toBe(false);
		expect(names()).toEqual([]);
		expect(connection.avatars.urlOf('12')).toBe('https://cdn.discordapp.com/emojis/12.png');
	});
});
