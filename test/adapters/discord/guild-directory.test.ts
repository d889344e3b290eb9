/** The channel above a thread, and what members are, with and without what the client remembers. */
import { ChannelType, PermissionFlagsBits, PermissionsBitField, type REST } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { channelPlaces } from '#adapters/discord/channel-places';
import { type DirectoryOptions, guildDirectory } from '#adapters/discord/guild-directory';

interface Known {
	readonly channels?: Readonly<
		Record<string, { readonly isThread: boolean; readonly parentId: string | null; readonly type?: ChannelType }>
	>;
	readonly answers?: Readonly<Record<string, unknown>>;
	readonly members?: Readonly<Record<string, bigint>>;
	readonly absent?: Readonly<Record<string, bigint>>;
}

function openDirectory({ channels = {}, answers = {}, members = {}, absent = {} }: Known) {
	const asked: string[] = [];
	const member = (permissions: bigint) => ({
		roles: { cache: new Map([['70', {}]]) },
		permissions: new PermissionsBitField(permissions),
	});
	const channelOf = (id: string) => {
		const channel = channels[id];
		return channel && { ...channel, isThread: () => channel.isThread };
	};
	const guild = {
		members: {
			cache: { get: (id: string) => (members[id] === undefined ? undefined : member(members[id])) },
			fetch: async (id: string) => {
				asked.push(id);
				if (absent[id] === undefined) throw new Error('Unknown Member');
				return member(absent[id]);
			},
		},
	};
	const client = {
		channels: { cache: { get: channelOf } },
		guilds: { cache: { get: (id: string) => (id === '1' ? guild : undefined) } },
		rest: {
			get: async (route: string) => {
				asked.push(route);
				if (answers[route] === undefined) throw new Error('Unknown Channel');
				return answers[route];
			},
		},
	};
	const log = { debug() {}, info() {}, warn() {}, error() {} };
	const options = { client, places: channelPlaces(client.rest as unknown as REST), log } as unknown as DirectoryOptions;
	return { directory: guildDirectory(options), asked };
}

test('text channels are those that menus of channels offer', () => {
	const channel = (type: ChannelType) => ({ isThread: false, parentId: null, type });
	const { directory, asked } = openDirectory({
		channels: {
			'30': channel(ChannelType.GuildText),
			'31': channel(ChannelType.GuildAnnouncement),
			'32': channel(ChannelType.GuildVoice),
			'33': channel(ChannelType.PublicThread),
		},
	});
	expect(['30', '31', '32', '33', '34'].map((id) => directory.isTextChannel(id))).toEqual([
		true,
		true,
		false,
		false,
		false,
	]);
	expect(asked).toEqual([]);
});

describe('the channel above a thread', () => {
	test('S048 a thread that came without it is asked for once, and so is a channel that was never told', async () => {
		const { directory, asked } = openDirectory({
			channels: { '91': { isThread: true, parentId: null } },
			answers: {
				'/channels/91': { id: '91', type: ChannelType.PublicThread, parent_id: '30' },
				'/channels/31': { id: '31', type: ChannelType.GuildText, parent_id: '3' },
			},
		});
		expect(await directory.parentOf('91')).toBe('30');
		expect(await directory.parentOf('91')).toBe('30');
		expect(await directory.parentOf('31')).toBeNull();
		expect(await directory.parentOf('31')).toBeNull();
		expect(asked).toEqual(['/channels/91', '/channels/31']);
	});

	test('is known of threads that were told, and never asked for of other channels', async () => {
		const { directory, asked } = openDirectory({
			channels: { '91': { isThread: true, parentId: '30' }, '30': { isThread: false, parentId: '3' } },
		});
		expect(await directory.parentOf('91')).toBe('30');
		expect(await directory.parentOf('30')).toBeNull();
		expect(asked).toEqual([]);
	});

	test('is null where Discord does not say, and is asked for again', async () => {
		const { directory, asked } = openDirectory({});
		expect(await directory.parentOf('91')).toBeNull();
		expect(await directory.parentOf('91')).toBeNull();
		expect(asked).toHaveLength(2);
	});
});

describe('what a member is', () => {
	const manage = PermissionFlagsBits.ManageGuild;

	test('comes from what is remembered, else from Discord, else it is nobody', async () => {
		const { directory, asked } = openDirectory({
			members: { '11': manage, '12': 0n },
			absent: { '13': PermissionFlagsBits.Administrator },
		});
		expect(await directory.standingOf('1', '11')).toEqual({ roleIds: ['70'], mayManage: true });
		expect(await directory.standingOf('1', '12')).toEqual({ roleIds: ['70'], mayManage: false });
		expect(asked).toEqual([]);
		expect(await directory.standingOf('1', '13')).toEqual({ roleIds: ['70'], mayManage: true });
		expect(await directory.standingOf('1', '14')).toEqual({ roleIds: [], mayManage: false });
		expect(await directory.standingOf('2', '11')).toEqual({ roleIds: [], mayManage: false });
		expect(asked).toEqual(['13', '14']);
	});
});
