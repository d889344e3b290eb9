/** What becomes of turns that a process left open when it died. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outgoingParts } from '#adapters/postgres/schema/leases';
import { TURN_LEASE_MS } from '#domain/turn-state';
import { person } from '../support/chat-message.ts';
import { closedAs, cutNote, type Left, leaveTurn, lostNote, minuteMs, texts } from '../support/left-turn.ts';
import { describeStores } from '../support/store-for-test.ts';

describeStores('a turn that was left open', (store) => {
	test('is posted to its last known part under the same nonce, with one note that it is cut', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		const { id: messageId } = left.channel.put('part 0');
		await left.dead.turns.recordPart({
			turnId: left.turnId,
			personaId: left.personaId,
			messageId,
			part: 0,
			variant: 0,
		});
		await left.dead.openTurns.beginPart(left.part(1));
		await left.recover();
		expect(texts(left.channel.posts)).toEqual(['part 1', cutNote]);
		expect(left.channel.posts[0]?.nonce).toBe('nonce-1');
		expect(await left.row()).toEqual(closedAs('failed'));
		await left.recover();
		expect(left.channel.posts).toHaveLength(2);
		left.close();
	});

	test('is found in the channel where its part arrived and nobody knew, a webhook’s too', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, { identity: { name: 'Mio', avatarUrl: null } }, true));
		const mio = { id: '70', kind: 'webhook', displayName: 'Mio', username: 'Mio' } as const;
		left.channel.put('part 0', {
			author: { ...mio, id: '71' },
			webhook: { id: '71', applicationId: '2', isOurs: false },
		});
		const { id } = left.channel.put('part 0', { author: mio, webhook: { id: '70', applicationId: '1', isOurs: true } });
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('done'));
		expect((await left.dead.replies.findReply(left.turnId))?.messages).toEqual([
			{ id, channelId: '300', webhookId: '70' },
		]);
		left.close();
	});

	test('does not take another message with the same words for the lost one', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, { text: 'Ha.' }));
		const { id: messageId } = left.channel.put('Ha.');
		await left.dead.turns.recordPart({
			turnId: left.turnId,
			personaId: left.personaId,
			messageId,
			part: 0,
			variant: 0,
		});
		await left.dead.openTurns.beginPart(left.part(1, { text: 'Ha.' }, true));
		await left.recover();
		expect(texts(left.channel.posts)).toEqual(['Ha.']);
		expect(await left.row()).toEqual(closedAs('done'));
		left.close();
	});

	test('whose last part is known to be there is whole, without a word', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, {}, true));
		const { id: messageId } = left.channel.put('part 0');
		await left.dead.turns.recordPart({
			turnId: left.turnId,
			personaId: left.personaId,
			messageId,
			part: 0,
			variant: 0,
		});
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('done'));
		left.close();
	});

	test.each([
		['through a webhook', { identity: { name: 'Mio', avatarUrl: null } }, 0],
		['after its nonce is forgotten', {}, 5 * minuteMs],
	])('S057 is not posted again %s where nobody can look for it', async (_name, change, partAgeMs) => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, change));
		const past = sql`now() - ${partAgeMs}::integer * interval '1 millisecond'`;
		await store().db.update(outgoingParts).set({ createdAt: past });
		left.channel.isReadable = false;
		await left.recover();
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('S056 whose part was deleted before anybody knew of it counts as having had it', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		await left.dead.openTurns.beginPart(left.part(1, {}, true));
		left.channel.removedNonces.add('nonce-0');
		await left.recover();
		expect(texts(left.channel.posts)).toEqual(['part 1']);
		expect(await left.row()).toEqual(closedAs('done'));
		left.close();
	});

	test('is left open while Discord is away, and finished at the next look', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, {}, true));
		left.channel.failure = { code: 'discord-unreachable' };
		await left.recover();
		expect(await left.row()).toEqual({ state: 'delivering', owner: null, outgoing: 1 });
		left.channel.failure = null;
		left.clock.advance(TURN_LEASE_MS);
		await expect.poll(left.row).toEqual(closedAs('done'));
		expect(texts(left.channel.posts)).toEqual(['part 0']);
		left.close();
	});

	test.each<[string, Left, readonly string[]]>([
		['asked on purpose, some minutes ago', {}, [lostNote]],
		['asked on purpose, while it was written', { state: 'generating' }, [lostNote]],
		['asked by a command, whose wishes are gone', { cause: 'command', ageMs: 0 }, [lostNote]],
		['called by a word in passing', { cause: 'trigger-word' }, []],
		['called by another persona', { cause: 'persona', ageMs: 0 }, []],
		['asked longer ago than is caught up', { ageMs: 11 * minuteMs }, []],
	])('%s is closed with at most one note', async (_name, change, posts) => {
		const left = await leaveTurn(store(), change);
		await left.recover();
		expect(texts(left.channel.posts)).toEqual(posts);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('whose person was told before the crash what went wrong is told nothing more, however fresh it is', async () => {
		const left = await leaveTurn(store(), { state: 'generating', ageMs: 0 });
		const { triggerMessageId: messageId } = left;
		const reply = { messageId, channelId: '300', state: 'unknown', target: null } as const;
		left.channel.put('', { noticeKind: 'notice', reply });
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('whose messages were being taken back for another attempt loses the rest of them', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		const { id: messageId } = left.channel.put('part 0');
		await left.dead.turns.recordPart({
			turnId: left.turnId,
			personaId: left.personaId,
			messageId,
			part: 0,
			variant: 0,
		});
		await left.dead.turns.setTurnState(left.turnId, 'generating');
		await left.recover();
		expect(left.channel.removed).toEqual([messageId]);
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		expect(await left.row()).toEqual(closedAs('failed'));
		expect(await left.dead.replies.findReply(left.turnId)).toBeNull();
		left.close();
	});

	test('whose trigger is gone is dropped', async () => {
		const left = await leaveTurn(store(), { ageMs: 0 });
		left.channel.put('hello', { author: person('200', 'Ellen') });
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('dropped'));
		left.close();
	});
});
