/** Whatever discord.js may cache is limited, or grows with our servers alone. */
import * as discord from 'discord.js';
import { expect, test } from 'vitest';
import { clientOptions } from '#adapters/discord/client-options';

/** What is not limited, by what keeps it small. */
const NEEDED: Readonly<Record<string, string>> = {
	CachedManager: 'the base of the others',
	ChannelManager: 'channels of our servers; threads go when they have been archived for four hours',
	GuildApplicationCommandManager: 'commands of one server alone, of which there are none',
	GuildChannelManager: 'channels of our servers',
	GuildManager: 'our servers',
	GuildSoundboardSoundManager: 'sounds of our servers',
	PermissionOverwriteManager: 'overwrites of those channels',
	PollAnswerVoterManager: 'voters, for whom nobody asks',
	RoleManager: 'roles of our servers',
	SubscriptionManager: 'subscriptions, for which nobody asks',
};

type ManagerClass = abstract new (...args: never[]) => unknown;

function managerClasses(): readonly ManagerClass[] {
	const base = discord.CachedManager as unknown as ManagerClass;
	return Object.values(discord).filter(
		(value): value is ManagerClass & typeof value =>
			typeof value === 'function' && (value === (base as unknown) || value.prototype instanceof base),
	);
}

test('S068 every cache of the library has a limit, or a reason to have none', () => {
	const { makeCache } = clientOptions({ messageContent: true, shards: 1 });
	const unlimited = managerClasses().filter((manager) => {
		const cache = (makeCache as unknown as (...given: readonly unknown[]) => unknown)(manager, manager, manager);
		return !(cache instanceof discord.LimitedCollection && cache.maxSize <= 500);
	});
	expect(unlimited.map(({ name }) => name).sort()).toEqual(Object.keys(NEEDED).sort());
	expect(managerClasses().length).toBeGreaterThan(25);
});

test('S068 threads that were archived long ago are dropped', () => {
	const client = new discord.Client(clientOptions({ messageContent: true, shards: 1 }));
	expect(client.options.sweepers?.threads).toEqual({ interval: 3_600, lifetime: 14_400 });
});
