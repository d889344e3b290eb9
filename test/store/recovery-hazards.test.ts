/** Turns that were left open, where people, Discord or the database have done something unexpected meanwhile. */
import { expect, test } from 'vitest';
import { TURN_LEASE_MS } from '#domain/turn-state';
import { person } from '../support/chat-message.ts';
import { closedAs, cutNote, leaveTurn, lostNote, minuteMs, texts } from '../support/left-turn.ts';
import { describeStores } from '../support/store-for-test.ts';

describeStores('a turn that was left open and that something else has met', (store) => {
	test('whose reply stands there while the database knows nothing of it is not answered again', async () => {
		const left = await leaveTurn(store(), { state: 'generating', ageMs: 1_000 });
		left.channel.put('hello', { id: left.triggerMessageId, author: person('200', 'Ellen') });
		left.channel.put('A whole reply.');
		await left.recover();
		expect(texts(left.channel.posts)).toEqual([cutNote]);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('is not taken for one whose trigger is gone where that cannot be read', async () => {
		const left = await leaveTurn(store(), { ageMs: 1_000 });
		left.channel.failureBefore = { code: 'discord-unreachable' };
		await left.recover();
		expect(await left.row()).toEqual({ state: 'claimed', owner: null, outgoing: 0 });
		left.channel.failureBefore = { code: 'discord-forbidden' };
		left.clock.advance(TURN_LEASE_MS);
		await expect.poll(left.row).toEqual(closedAs('failed'));
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		left.close();
	});

	test('that waits for its channel until its nonce is forgotten is not posted where nobody can look for it', async () => {
		const left = await leaveTurn(store(), { ageMs: 1_000 });
		await left.dead.openTurns.beginPart(left.part(0, {}, true));
		left.channel.isReadable = false;
		left.line.beforeTask = () => left.clock.advance(2 * minuteMs);
		await left.recover();
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		left.close();
	});

	test('that somebody stops is not taken up again', async () => {
		const left = await leaveTurn(store(), { ageMs: 1_000 });
		left.channel.put('hello', { id: left.triggerMessageId, author: person('200', 'Ellen') });
		left.line.beforeTask = left.stop;
		await left.recover();
		expect(await left.row()).toEqual(closedAs('dropped'));
		expect(left.channel.posts).toEqual([]);
		left.close();
	});

	test('does not post a message below a later one, whoever has deleted it', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		await left.dead.openTurns.beginPart(left.part(1, {}, true));
		const { id: messageId } = left.channel.put('part 1');
		const { turnId, personaId } = left;
		await left.dead.turns.recordPart({ turnId, personaId, messageId, part: 1, variant: 0 });
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('done'));
		left.close();
	});

	test('posts nothing behind a message that cannot be had', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, { identity: { name: 'Mio', avatarUrl: null } }));
		await left.dead.openTurns.beginPart(left.part(1, {}, true));
		left.channel.isReadable = false;
		await left.recover();
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		left.close();
	});

	test.each([
		[700, []],
		[2_500, [cutNote]],
	])(
		'is looked for among %i messages that were written since, and not posted where some were not seen',
		async (count, posts) => {
			const left = await leaveTurn(store());
			await left.dead.openTurns.beginPart(left.part(0, { identity: { name: 'Mio', avatarUrl: null } }, true));
			const bo = { author: person('201', 'Bo') };
			for (let index = 0; index < count; index += 1) {
				if (index * 2 === count) left.channel.put('part 0');
				left.channel.put('chatter', bo);
			}
			await left.recover();
			expect(texts(left.channel.posts).map((text) => (text === lostNote ? cutNote : text))).toEqual(posts);
			left.close();
		},
	);

	test('whose messages were being taken back loses also the one that nobody reported', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		const { id } = left.channel.put('part 0');
		await left.dead.turns.setTurnState(left.turnId, 'generating');
		await left.recover();
		expect(left.channel.removed).toEqual([id]);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('does not stay open for good where Discord never answers', async () => {
		const left = await leaveTurn(store(), { ageMs: 71 * minuteMs });
		await left.dead.openTurns.beginPart(left.part(0, {}, true));
		left.channel.failure = { code: 'discord-unreachable' };
		await left.recover();
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test.each([
		['before anything was changed', false, ['old 0', 'old 1']],
		['after its first message', true, ['new 0', 'new 1', 'new 2']],
	])('whose other reply was being shown stands as one: %s', async (_name, isPlanned, expected) => {
		const left = await leaveTurn(store());
		const { turnId, personaId, dead, channel } = left;
		for (const part of [0, 1]) {
			await dead.openTurns.beginPart(left.part(part));
			const { id: messageId } = channel.put(`old ${part}`);
			const content = { text: `old ${part}`, identity: null };
			await dead.turns.recordPart({ turnId, personaId, messageId, part, variant: 0, content });
		}
		await dead.turns.setTurnState(turnId, 'done');
		const count = isPlanned ? 3 : 2;
		for (let part = 0; part < count; part += 1) {
			const shown = left.part(part, { text: `new ${part}` }, part === 2);
			const plan = { ...shown, variant: 1, shows: true };
			expect(await dead.openTurns.beginPart(plan, { reopens: part === 0 })).toBe(true);
		}
		if (isPlanned) {
			channel.change(channel.messages[0]?.id, 'new 0');
			channel.put('new 2');
		}
		await left.recover();
		expect(channel.messages.map(({ content }) => content)).toEqual(expected);
		expect(await left.row()).toEqual(closedAs('done'));
		const reply = await dead.replies.findReply(turnId);
		expect(reply?.messages).toHaveLength(expected.length);
		expect(reply?.variant).toBe(isPlanned ? 1 : 0);
		left.close();
	});
});
