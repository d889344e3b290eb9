/** The bot asks for the permissions that its requests need, and for no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { BOT_PERMISSIONS, botPermissionBits } from '#adapters/discord/bot-permissions';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DISCORD = join(ROOT, 'src', 'adapters', 'discord');

type Permission = keyof typeof PermissionFlagsBits;

const OWN: readonly Permission[] = [];

/** What Discord asks for each kind of request that the adapter makes; what is the bot's own needs nothing. */
const NEEDED: Readonly<Record<string, readonly Permission[]>> = {
	applicationCommands: OWN,
	applicationEmoji: OWN,
	applicationEmojis: OWN,
	currentApplication: OWN,
	interactionCallback: OWN,
	userChannels: OWN,
	channel: ['ViewChannel'],
	channelTyping: ['ViewChannel', 'SendMessages'],
	// Reads the history, and posts replies; notices are embeds, and replies in threads are their own permission.
	channelMessages: ['ViewChannel', 'ReadMessageHistory', 'SendMessages', 'SendMessagesInThreads', 'EmbedLinks'],
	// Reads others' messages; changes and deletes the bot's own alone.
	channelMessage: ['ViewChannel', 'ReadMessageHistory'],
	channelMessageOwnReaction: ['ViewChannel', 'ReadMessageHistory', 'AddReactions'],
	channelMessageReaction: ['ViewChannel', 'ReadMessageHistory'],
	channelWebhooks: ['ViewChannel', 'ManageWebhooks'],
	// By the webhook's token, which needs nothing.
	webhook: OWN,
	webhookMessage: OWN,
};

function sources(): readonly string[] {
	const names = readdirSync(DISCORD, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
	return names.map((name) => readFileSync(join(DISCORD, name), 'utf8'));
}

function readme(): string {
	return readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
}

/** As the developer portal writes it. */
function titleOf(name: Permission): string {
	return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replace('Messages In Threads', 'Messages in Threads');
}

describe('permissions', () => {
	test('every kind of request that is made is known, and the permissions are those that they need', () => {
		const made = new Set(sources().flatMap((text) => [...text.matchAll(/\bRoutes\.(\w+)\(/g)].map(([, name]) => name)));
		expect([...made].sort()).toEqual(Object.keys(NEEDED).sort());
		expect([...BOT_PERMISSIONS].sort()).toEqual([...new Set(Object.values(NEEDED).flat())].sort());
	});

	test('nothing reaches Discord past these routes but the gateway', () => {
		const others = sources().flatMap((text) => text.match(/\brest\.(?:get|post|put|patch|delete)\(\s*['"`]/g) ?? []);
		expect(others).toEqual([]);
	});

	test('the readme names all of them and no others, and its invitation carries their number', () => {
		const text = readme();
		const named = /permissions (View Channels,.*?)\. /.exec(text)?.[1] ?? '';
		const titles = named
			.replaceAll(/\([^)]*\)/g, '')
			.split(',')
			.map((title) => title.trim().replace('View Channels', 'View Channel'));
		expect(titles.sort()).toEqual(BOT_PERMISSIONS.map(titleOf).sort());
		const bits = [...text.matchAll(/permissions=(\d+)/g)].map(([, number]) => number);
		expect(bits).toEqual([botPermissionBits().toString()]);
		expect(botPermissionBits() & PermissionFlagsBits.Administrator).toBe(0n);
	});
});
