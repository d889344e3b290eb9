/** People that were named with a command. */
import { expect, test } from 'vitest';
import { readNamedUser } from '#adapters/discord/read-named-user';

const user = { id: '5', username: 'ellen.w', global_name: 'Ellen', avatar: 'own' };

test.each([
	{ member: { nick: 'El', avatar: 'here' }, displayName: 'El', path: 'guilds/1/users/5/avatars/here.png' },
	{ member: { nick: null, avatar: null }, displayName: 'Ellen', path: 'avatars/5/own.png' },
])('a member as the place shows them: $displayName', ({ member, displayName, path }) => {
	const resolved = { users: { '5': user }, members: { '5': member } };
	expect(readNamedUser('5', { resolved, guildId: '1' })).toEqual({
		id: '5',
		displayName,
		avatarUrl: `https://cdn.discordapp.com/${path}`,
		isBot: false,
		isMember: true,
	});
});

test('a bot without a picture that is no member, and somebody of whom nothing is told', () => {
	const resolved = { users: { '5': { id: '5', username: 'beep', avatar: null, bot: true } } };
	expect(readNamedUser('5', { resolved, guildId: null })).toEqual({
		id: '5',
		displayName: 'beep',
		avatarUrl: null,
		isBot: true,
		isMember: false,
	});
	expect(readNamedUser('6', { resolved, guildId: null })).toBeNull();
});
