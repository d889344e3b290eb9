/** Who is answered, and who is not. */
import { describe, expect, test } from 'vitest';
import { admit } from '#app/chat/admit';
import type { ChatMessage, ReferencedMessage, ReplyReference } from '#domain/message';
import { chatMessage, person, referenced, SELF, SELF_ID } from '../support/chat-message.ts';

const self = { selfId: SELF_ID, selfRoleIds: ['77'] };
const mention = { id: SELF_ID, displayName: 'Tomori' };
const replyTo = (target: ReferencedMessage): ReplyReference => ({
	messageId: '5',
	channelId: '20',
	state: 'known',
	target,
});
const webhook = (isOurs: boolean): ReferencedMessage => ({
	...referenced('5', { ...person('66', 'Mira'), kind: 'webhook' }),
	webhook: { id: '66', applicationId: isOurs ? SELF_ID : '12', isOurs },
});
const role = (id: string) => ({ id, name: 'crew' });

const CASES: readonly (readonly [string, Partial<ChatMessage>, string])[] = [
	['a mention of the bot', { content: `<@${SELF_ID}> hi`, mentionedUsers: [mention] }, 'mention'],
	["a mention of the bot's own role", { mentionedRoles: [role('77')] }, 'mention'],
	['a direct message', { guildId: null }, 'direct-message'],
	['S022 a reply to the bot, its ping switched off', { reply: replyTo(referenced('5', SELF)) }, 'reply'],
	['S022 a reply to a webhook of ours, which pings nobody', { reply: replyTo(webhook(true)) }, 'reply'],
	["a reply to somebody else's webhook", { reply: replyTo(webhook(false)) }, 'not-addressed'],
	['@everyone together with the bot', { mentionsEveryone: true, mentionedUsers: [mention] }, 'mention'],
	['@everyone alone', { content: '@everyone meeting', mentionsEveryone: true }, 'not-addressed'],
	["somebody else's role", { mentionedRoles: [role('78')] }, 'not-addressed'],
	['a reply to somebody else', { reply: replyTo(referenced('5', person('2', 'Bo'))) }, 'not-addressed'],
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
