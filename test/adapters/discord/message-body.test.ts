import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageBody, notifiableUsersMax, webhookBody, withoutReference } from '#adapters/discord/message-body';
import { createNicknameMemory } from '#adapters/discord/nickname-memory';
import { readQuoteLine, withoutQuoteLine } from '#adapters/discord/quote-line';
import type { ReadContext } from '#adapters/discord/read-context';
import type { OutgoingMessage } from '#domain/reply';

const message = (change: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
	channelId: '1',
	text: 'hello',
	replyToId: null,
	nonce: 'n',
	notifiableUserIds: [],
	...change,
});

describe('the body of a message', () => {
	test('carries an enforced nonce and notifies nobody by itself', () => {
		expect(messageBody(message())).toEqual({
			content: 'hello',
			nonce: 'n',
			enforce_nonce: true,
			allowed_mentions: { parse: [], users: [], replied_user: false },
		});
	});

	test('notifies only people who are both named and notifiable, each once', () => {
		const text = '<@11> <@!12> <@11> <@13> <@&14>';
		const body = messageBody(message({ text, notifiableUserIds: ['11', '12', '15'], replyToId: '9' }));
		expect(body.content).toBe(text);
		expect(body.allowed_mentions).toEqual({ parse: [], users: ['11', '12'], replied_user: true });
		expect(body.message_reference).toEqual({ message_id: '9', fail_if_not_exists: false });
	});

	test('names at most 100 people, as Discord wants it', () => {
		const ids = Array.from({ length: 130 }, (_, index) => String(1000 + index));
		const body = messageBody(message({ text: ids.map((id) => `<@${id}>`).join(''), notifiableUserIds: ids }));
		expect(body.allowed_mentions?.users).toEqual(ids.slice(0, notifiableUsersMax));
	});

	test('a reply that may notify nobody does not notify its target', () => {
		expect(messageBody(message({ replyToId: '9' })).allowed_mentions?.replied_user).toBe(false);
	});

	test('without its reference it stays the same message', () => {
		const plain = withoutReference(messageBody(message({ replyToId: '9', notifiableUserIds: ['11'] })));
		expect(plain).not.toHaveProperty('message_reference');
		expect(plain).toMatchObject({ content: 'hello', nonce: 'n', allowed_mentions: { parse: [], replied_user: false } });
	});

	test('a notice is an embed with our footer, and mentions in it notify nobody', () => {
		const body = messageBody(message({ noticeKind: 'notice', text: 'Hi <@11>', notifiableUserIds: ['11'] }));
		expect(body.content).toBeUndefined();
		expect(body.embeds).toEqual([
			{ description: 'Hi <@11>', color: expect.any(Number), footer: { text: 'tomori · notice' } },
		]);
		expect(body.allowed_mentions?.users).toEqual([]);
	});
});

describe('the line that quotes', () => {
	const applicationId = '77';
	const context: ReadContext = {
		selfId: '78',
		applicationId,
		guildId: '5',
		nicknames: createNicknameMemory(),
		roleName: () => null,
		channelName: () => null,
	};

	const ours = {
		webhook_id: '79',
		application_id: applicationId,
		channel_id: '1',
		author: { id: '79' },
		content: 'hi',
	};

	test('leads nowhere but to the channel that it stands in, and no preview of a page is taken for it', () => {
		const line = (guildId: string, channelId: string) =>
			`↩ **[Bo](https://discord.com/channels/${guildId}/${channelId}/9)** hi`;
		const found = (embed: object) => readQuoteLine({ ...ours, embeds: [embed] }, context);
		expect(found({ type: 'rich', description: line('5', '1') })).toEqual({ messageId: '9', channelId: '1' });
		expect(found({ description: line('5', '2') })).toBeNull();
		expect(found({ description: line('6', '2') })).toBeNull();
		// Whoever has a persona name their page would have it read what only the bot may read.
		for (const type of ['link', 'article']) expect(found({ type, description: line('5', '1') })).toBeNull();
		expect(found({ url: 'https://page.example', description: line('5', '1') })).toBeNull();
	});

	test('is read back as the place that it leads to, whatever the names and words are', () => {
		const anyText = fc
			.array(fc.constantFrom('Bo', '[', ']', '(', ')', '*', '\\', '`', '\n', ' ', '↩', '**', '😀'))
			.map((all) => all.join(''));
		fc.assert(
			fc.property(anyText, anyText, (label, text) => {
				const { embeds } = webhookBody(message({ replyToId: '9', quote: { label, text } }), '5');
				const raw = { ...ours, embeds };
				expect(readQuoteLine(raw, context)).toEqual({ messageId: '9', channelId: '1' });
				expect(withoutQuoteLine(raw, context)).toEqual({ ...raw, embeds: [] });
			}),
		);
	});
});
