/** What a turn makes of the presence clock: whose calendar counts, and what is kept of a note. */
import { expect, test } from 'vitest';
import { ProcessReunionClaims } from '#adapters/system/process-reunion-claims';
import type { ChatPorts } from '#app/chat/chat-ports';
import type { TurnPlace } from '#app/chat/gather-place';
import { reunionOf } from '#app/chat/turn-reunion';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { UserId } from '#domain/ids';
import { EMPTY_SETTINGS_ROW } from '#domain/settings';
import { TOMORI } from '../core/context/dialogue-case.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

/** Six days of UTC apart, and seven of a calendar twelve hours behind. */
const lastActivityAtMs = Date.parse('2026-07-12T11:00:00Z');
const nowMs = Date.parse('2026-07-18T12:00:00Z');

function reunionIn(zones: { readonly user: string | null; readonly server: string | null }) {
	const clock = new ManualClock();
	clock.advance(nowMs - clock.now());
	const place = {
		workspace: { id: TOMORI.serverId },
		persona: TOMORI,
		userId: 10 as UserId,
		settings: resolveSettings({
			server: { ...EMPTY_SETTINGS_ROW, zone: zones.server },
			user: { ...EMPTY_SETTINGS_ROW, zone: zones.user },
			persona: null,
			channel: null,
		}),
	} as unknown as TurnPlace;
	const stats = {
		addStat: async () => {},
		addStats: async () => {},
		getUserPersonaReunionInfo: async () => ({ lastActivityAtMs, seenToday: false }),
	};
	const claims = new ProcessReunionClaims({ claimTtlMs: 240_000, clock });
	const reunions = { claims, reunionDays: 7, noteDepth: 3 };
	return reunionOf(place, { clock, log: recordingLog(), reunions, stores: { stats } } as unknown as ChatPorts);
}

test.each([
	['the person’s own', { user: '-12:00', server: 'UTC' }, '7 days ago'],
	['the server’s where the person has none', { user: null, server: '-12:00' }, '7 days ago'],
	['the person’s own before the server’s', { user: 'UTC', server: '-12:00' }, null],
	['that of UTC where nobody has one', { user: null, server: null }, null],
])('the calendar of a reunion is %s', async (_name, zones, expected) => {
	const note = await reunionIn(zones).note('Ellen');
	if (expected === null) expect(note).toBeNull();
	else expect(note).toContain(expected);
});

test('a note is kept for further replies only where the reply that told it has landed, and once', async () => {
	const landed = reunionIn({ user: '-12:00', server: null });
	const note = await landed.note('Ellen');
	expect([await landed.end(true), await landed.end(true)]).toEqual([note, null]);
	const failed = reunionIn({ user: '-12:00', server: null });
	expect(await failed.note('Ellen')).toBe(note);
	expect(await failed.end(false)).toBeNull();
});
