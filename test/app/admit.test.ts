/** Who is answered, and who is not. */
import { describe, expect, test } from 'vitest';
import { admit } from '#app/chat/admit';
import type { ChatMessage } from '#domain/message';
import { chatMessage, SELF, SELF_ID } from '../support/chat-message.ts';

const self = { selfId: SELF_ID, selfRoleIds: ['77'] };
const mention = { id: SELF_ID, displayName: 'Tomori' };
const reply = { messageId: '5', channelId: '20', state: 'known', authorId: SELF_ID, authorKind: 'self' } as const;

const CASES: readonly (readonly [string, Partial<ChatMessage>, string])[] = [
	['a mention of the bot', { content: `<@${SELF_ID}> hi`, mentionedUsers: [mention] }, 'mention'],
	["a mention of the bot's own role", { mentionedRoleIds: ['77'] }, 'mention'],
	['a direct message', { guildId: null }, 'direct-message'],
	['a reply to the bot, its ping switched off', { reply }, 'reply'],
	['@everyone together with the bot', { mentionsEveryone: true, mentionedUsers: [mention] }, 'mention'],
	['@everyone alone', { content: '@everyone meeting', mentionsEveryone: true }, 'not-addressed'],
	["somebody else's role", { mentionedRoleIds: ['78'] }, 'not-addressed'],
	['a reply to somebody else', { reply: { ...reply, authorId: '2', authorKind: 'user' } }, 'not-addressed'],
	['a plain line', {}, 'not-addressed'],
	["another bot's command", { content: '!play', mentionedUsers: [mention] }, 'command-prefix'],
	['another bot', { author: { ...SELF, id: '3', kind: 'bot' }, mentionedUsers: [mention] }, 'not-a-person'],
	['a webhook', { author: { ...SELF, id: '3', kind: 'webhook' }, mentionedUsers: [mention] }, 'not-a-person'],
	['the bot itself', { author: SELF, mentionedUsers: [mention] }, 'not-a-person'],
	['a join', { kind: 'system', mentionedUsers: [mention] }, 'system-message'],
];

describe('admit', () => {
	test.each(CASES)('%s', (_name, change, expected) => {
		const admission = admit(chatMessage(change), self);
		expect(admission.kind === 'addressed' ? admission.cause : admission.reason).toBe(expected);
	});
});
