/** Who is notified, by content and allowed_mentions. */
import { AllowedMentionsTypes } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { computePings } from '#playground/discord-server/mentions';

const user = '111111111111111111';
const other = '222222222222222222';
const role = '333333333333333333';
const content = `@everyone <@${user}> <@!${other}> <@&${role}>`;

test.each([
	['no allowed_mentions notify everybody', null, { everyone: true, users: [user, other], roles: [role] }],
	['an empty parse notifies nobody', { parse: [] }, { everyone: false, users: [], roles: [] }],
	[
		'parse of users notifies users',
		{ parse: [AllowedMentionsTypes.User] },
		{ everyone: false, users: [user, other], roles: [] },
	],
	[
		'a list notifies those of it who are mentioned',
		{ parse: [], users: [other, '9'.repeat(18)] },
		{ everyone: false, users: [other], roles: [] },
	],
	['roles can be listed', { roles: [role] }, { everyone: false, users: [], roles: [role] }],
	[
		'everyone can be parsed alone',
		{ parse: [AllowedMentionsTypes.Everyone] },
		{ everyone: true, users: [], roles: [] },
	],
])('%s', (_name, allowedMentions, expected) => {
	expect(computePings({ content, allowedMentions, repliedUserId: null })).toEqual(expected);
});

test('the author replied to is notified unless allowed_mentions leave it out', () => {
	const input = { content: 'hi', repliedUserId: user };
	expect(computePings({ ...input, allowedMentions: null }).users).toEqual([user]);
	expect(computePings({ ...input, allowedMentions: { parse: [] } }).users).toEqual([]);
	expect(computePings({ ...input, allowedMentions: { parse: [], replied_user: true } }).users).toEqual([user]);
});

test('mentions in code notify nobody', () => {
	const pings = computePings({
		content: `\`<@${user}>\` \`\`\`\n@everyone\n\`\`\``,
		allowedMentions: null,
		repliedUserId: null,
	});
	expect(pings).toEqual({ everyone: false, users: [], roles: [] });
});
