import { Client, Events } from 'discord.js';
import { expect, test } from 'vitest';
import { clientOptions } from '#adapters/discord/client-options';
import { giveUpDeadSessions, resumeErrorsMax } from '#adapters/discord/gateway-guard';
import { recordedLog } from './loopback.ts';

test('S058 a session that cannot be resumed is given up after a while, and not before', () => {
	const client = new Client(clientOptions({ messageContent: false, shards: 1 }));
	const shard = { sessionInfo: { sessionId: 'old' } };
	client.ws.shards.set(0, shard as never);
	const log = recordedLog();
	giveUpDeadSessions(client, log);
	const fail = () => client.emit(Events.ShardError, new Error('404'), 0);
	for (let count = 1; count < resumeErrorsMax; count += 1) fail();
	expect(shard.sessionInfo).not.toBeNull();
	client.emit(Events.ShardResume, 0, 1);
	for (let count = 1; count < resumeErrorsMax; count += 1) fail();
	expect(shard.sessionInfo).not.toBeNull();
	fail();
	expect(shard.sessionInfo).toBeNull();
	expect(log.lines.map(({ message }) => message)).toEqual([
		'the gateway connection failed',
		'the gateway connection failed',
		'giving up the gateway session; asking for a new one',
	]);
});
