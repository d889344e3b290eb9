/** Servers that Discord could not reach, and that come back. */
import { EventEmitter } from 'node:events';
import { type Client, Events } from 'discord.js';
import { expect, test } from 'vitest';
import { type GuildReturn, gatewayHearing } from '#adapters/discord/gateway-hearing';
import { ManualClock } from '../../support/manual-clock.ts';
import { recordingLog } from '../../support/store-log.ts';

function hear() {
	const client = new EventEmitter();
	const clock = new ManualClock();
	const { returns } = gatewayHearing(client as Client, { clock, log: recordingLog() });
	const heard: GuildReturn[] = [];
	returns.listen((event) => void heard.push(event));
	return { client, clock, heard };
}

const guild = (id: string) => ({ id, shardId: 0 });

test('a server that was missing as the session began is told of when it is there, others of the start are not', () => {
	const { client, heard } = hear();
	client.emit(Events.GuildAvailable, guild('100'));
	client.emit(Events.ShardReady, 0, new Set(['200']));
	client.emit(Events.GuildAvailable, guild('200'));
	client.emit(Events.GuildAvailable, guild('200'));
	expect(heard).toEqual([{ guildId: '200', shardId: 0, goneAtMs: null }]);
});

test('a server that goes away later is told of with the time, and one that is left is not', () => {
	const { client, clock, heard } = hear();
	client.emit(Events.ShardReady, 0);
	const goneAtMs = clock.now();
	for (const id of ['100', '200']) client.emit(Events.GuildUnavailable, guild(id));
	clock.advance(5_000);
	client.emit(Events.ShardReady, 0, new Set(['100']));
	client.emit(Events.GuildDelete, guild('200'));
	for (const id of ['100', '200']) client.emit(Events.GuildAvailable, guild(id));
	expect(heard).toEqual([{ guildId: '100', shardId: 0, goneAtMs }]);
});
