/** Replies that stand in channels, and their variants. */
import { expect, test } from 'vitest';
import { createReplyStore } from '#adapters/postgres/reply-store';
import { createTurnStore } from '#adapters/postgres/turn-store';
import type { ServerId, TurnId } from '#domain/ids';
import { assert } from '#lib/assert';
import { describeStores, type TestDatabase } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

async function withReply(store: TestDatabase, triggerMessageId = '100') {
	const { db } = store;
	const { workspace, persona, userId } = await seedRows(db);
	const turns = createTurnStore(db);
	const turnId = await turns.claimTurn({
		serverId: workspace.id,
		channelId: '50',
		personaId: persona.id,
		userId,
		triggerMessageId,
		lineIds: [triggerMessageId],
	});
	assert(turnId !== null, 'a fresh trigger is claimed');
	const identity = { name: 'Mio (Bo)', avatarUrl: 'https://example.com/bo.png' };
	const part = { turnId, personaId: persona.id, variant: 0 };
	await turns.recordPart({
		...part,
		messageId: `${triggerMessageId}1`,
		part: 0,
		content: { text: 'One.', identity: null },
	});
	await turns.recordPart({
		...part,
		messageId: `${triggerMessageId}2`,
		part: 1,
		webhookId: '9',
		content: { text: 'Two.', identity },
	});
	return { turns, turnId, serverId: workspace.id, personaId: persona.id, replies: createReplyStore(db), identity };
}

describeStores('reply store', (store) => {
	test('a reply is found by its turn and its messages, with everything that it needs to be changed', async () => {
		const { replies, serverId, turnId, personaId, identity } = await withReply(store());
		expect(await replies.turnOf('1002')).toBe(turnId);
		expect(await replies.turnOf('7')).toBeNull();
		expect(await replies.beginningOf(serverId, '100')).toBe('1001');
		expect(await replies.beginningOf((serverId + 1) as ServerId, '100')).toBeNull();
		expect(await replies.beginningOf(serverId, '101')).toBeNull();
		expect(await replies.findReply(turnId)).toMatchObject({
			turnId,
			personaId,
			channelId: '50',
			triggerMessageId: '100',
			lineIds: ['100'],
			messages: [
				{ id: '1001', channelId: '50' },
				{ id: '1002', channelId: '50', webhookId: '9' },
			],
			variant: 0,
			variants: [
				[
					{ text: 'One.', identity: null },
					{ text: 'Two.', identity },
				],
			],
		});
		expect(await replies.findReply(999_999 as TurnId)).toBeNull();
	});

	test('another variant takes the place of the one that stood there, and the first is kept', async () => {
		const { replies, turnId, personaId } = await withReply(store());
		const messages = [{ id: '1001', channelId: '50' }];
		const parts = [{ text: 'Uno.', identity: null }];
		await replies.showVariant({ turnId, personaId, variant: 1, messages, parts });
		const reply = await replies.findReply(turnId);
		expect([reply?.variant, reply?.messages.length]).toEqual([1, 1]);
		expect(reply?.variants.map((variant) => variant.map(({ text }) => text))).toEqual([['One.', 'Two.'], ['Uno.']]);
		expect(await replies.turnOf('1002')).toBeNull();
	});

	test('the newest reply of a channel is that of its newest turn, but for one that is left out', async () => {
		const { replies, turnId } = await withReply(store());
		expect(await replies.newestReply('50')).toEqual({
			turnId,
			last: { id: '1002', channelId: '50', webhookId: '9' },
		});
		expect(await replies.newestReply('50', turnId)).toBeNull();
		expect(await replies.newestReply('51')).toBeNull();
	});

	test('a reply that is taken back leaves no words behind, and neither do the messages of a failed attempt', async () => {
		const { replies, turns, turnId } = await withReply(store());
		await turns.removeParts(['1002']);
		expect((await replies.findReply(turnId))?.variants).toEqual([[{ text: 'One.', identity: null }]]);
		await replies.removeReply(turnId);
		expect(await replies.findReply(turnId)).toBeNull();
	});
});
