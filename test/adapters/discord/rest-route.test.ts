/** The pace of requests, and what a REST client keeps of the channels that passed. */
import { REST, Routes } from 'discord.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restOptions, routeOf } from '#adapters/discord/rest-route';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const channels = 500;

test('S068 nothing is kept of channels without a request', async () => {
	const makeRequest = async () => new Response(null, { status: 204 });
	const route = { makeRequest, requestsPerSecond: 10 * channels };
	const rest = new REST(restOptions(route)).setToken('token');
	for (let channel = 1; channel <= channels; channel += 1) await rest.post(Routes.channelTyping(String(channel)));
	expect(rest.handlers.size).toBe(channels);
	vi.advanceTimersByTime(30_000);
	expect(rest.handlers.size).toBe(0);
});

test('every client of a connection keeps the pace that Discord allows the bot, and otherwise its usual one', () => {
	const route = routeOf({ requestsPerSecond: 500 });
	expect(new REST(restOptions(route)).options.globalRequestsPerSecond).toBe(500);
	expect(new REST(restOptions(routeOf({}))).options.globalRequestsPerSecond).toBe(50);
});
