/** Where notes stand inside the conversation. */
import { describe, expect, test } from 'vitest';
import { EMPTY_CONTEXT_KNOWLEDGE } from '#core/context/stage';
import { dialogueHistory } from '#core/context/stages/dialogue-history';
import { resolveSettings } from '#core/settings/resolve-settings';
import { EMPTY_SETTINGS_ROW } from '#domain/settings';
import { factsOf, itemsOf, line, noteEntry, personaLine } from './dialogue-case.ts';

const history = ['1', '2', '3', '4', '5'].map((id) => line(id, 'Bo'));
const identitiesOf = (...use: Parameters<typeof itemsOf>): readonly string[] =>
	itemsOf(...use).map(({ identity }) => identity);

describe('a context note', () => {
	test.each([
		[0, ['1', '2', '3', '4', '5', 'note']],
		[1, ['1', '2', '3', '4', 'note', '5']],
		[4, ['1', 'note', '2', '3', '4', '5']],
		[5, ['note', '1', '2', '3', '4', '5']],
		[99, ['note', '1', '2', '3', '4', '5']],
	])('of depth %i stands before the entry so far from the end', (depth, expected) => {
		const shown = identitiesOf(history, { notes: [{ text: 'Be kind', depth }] });
		expect(shown.map((identity) => identity.replace('context-note:0', 'note').replace('history:', ''))).toEqual(
			expected,
		);
	});

	test('stands alone where nothing was said', () => {
		expect(itemsOf([], { notes: [{ text: 'Be kind', depth: 4 }] })).toEqual([
			{ role: 'user', tag: 'CONTEXT_NOTE_INJECTION', text: '[System: Be kind]', identity: 'context-note:0' },
		]);
	});

	test('counts entries, however many items they are', () => {
		const noted = personaLine('3', 'Tomori', { systemNotes: [{ text: 'x', place: 'before' }] });
		const shown = identitiesOf([line('1', 'Bo'), noteEntry('2', 'y'), noted, line('4', 'Bo')], {
			notes: [{ text: 'Be kind', depth: 2 }],
		});
		expect(shown).toEqual(['history:1', 'history:2', 'context-note:0', 'history-notes:3', 'history:3', 'history:4']);
	});

	test('resolves macros and mentions, since the persona’s keepers wrote it', () => {
		const names = { ...EMPTY_CONTEXT_KNOWLEDGE.names, users: new Map([['11', 'Bo']]) };
		const facts = factsOf(history, { notes: [{ text: '{bot} knows {user} and <@11>', depth: 0 }] });
		const { items } = dialogueHistory({ ...facts, knowledge: { ...EMPTY_CONTEXT_KNOWLEDGE, names } });
		expect(items.at(-1)?.text).toBe('[System: Tomori knows Ellen and Bo]');
	});

	test('blank text is no note', () => {
		expect(identitiesOf([], { notes: [{ text: ' \n', depth: 0 }] })).toEqual([]);
	});

	test('of the persona takes the place of the server’s, and the channel’s stands beside either', () => {
		const row = (contextNote: string, contextNoteDepth: number) => ({
			...EMPTY_SETTINGS_ROW,
			contextNote,
			contextNoteDepth,
		});
		const rows = { server: row('server', 1), persona: row('persona', 2), channel: row('channel', 3) };
		const none = { server: null, persona: null, channel: null, user: null };
		const textsOf = (scopes: Partial<typeof none | typeof rows>) =>
			itemsOf(history, { notes: resolveSettings({ ...none, ...scopes }).contextNotes })
				.filter(({ tag }) => tag === 'CONTEXT_NOTE_INJECTION')
				.map(({ text }) => text);
		expect(textsOf(rows)).toEqual(['[System: channel]', '[System: persona]']);
		expect(textsOf({ server: rows.server, channel: rows.channel })).toEqual(['[System: channel]', '[System: server]']);
		expect(textsOf({ server: rows.server })).toEqual(['[System: server]']);
		expect(textsOf({ channel: rows.channel })).toEqual(['[System: channel]']);
	});
});

describe('other notes', () => {
	test('the nudge for tool calls in plain text stands three entries deep, under its predicate alone', () => {
		const on = identitiesOf(history, { callsVerbatim: true });
		expect(on).toEqual(['history:1', 'history:2', 'verbatim-tool-nudge', 'history:3', 'history:4', 'history:5']);
		expect(identitiesOf(history, { callsVerbatim: false })).not.toContain('verbatim-tool-nudge');
		const nudge = itemsOf(history, { callsVerbatim: true }).find(({ identity }) => identity === 'verbatim-tool-nudge');
		expect(nudge?.text).toMatch(/^\[System: .*`tool_name\(\{"argument": "value"\}\)` as a code span.*fenced/s);
	});

	test('the nudge never takes the place of the server’s note', () => {
		const shown = identitiesOf(history, { callsVerbatim: true, notes: [{ text: 'server', depth: 3 }] });
		expect(shown.slice(2, 4)).toEqual(['context-note:0', 'verbatim-tool-nudge']);
	});

	test.each([0, 2, 3, 9])('the reunion note stands %i entries deep, as it was given', (reunionNoteDepth) => {
		const items = itemsOf(history, { reunionNote: '{user} is back', reunionNoteDepth });
		const place = items.findIndex(({ identity }) => identity === 'reunion-note');
		expect(place).toBe(Math.max(0, history.length - reunionNoteDepth));
		expect(items[place]).toEqual({
			role: 'user',
			tag: 'CONTEXT_NOTE_INJECTION',
			text: '[System: {user} is back]',
			identity: 'reunion-note',
		});
	});

	test('at one place a separator stands first, then notes, then the entry', () => {
		const days = [0, 1].map((day) => line(`${day}`, 'Bo', { createdAtMs: Date.UTC(2026, 0, 1 + day) }));
		const shown = identitiesOf(days, {
			dates: { zone: 'UTC', nowMs: Date.UTC(2026, 0, 3) },
			notes: [{ text: 'Be kind', depth: 1 }],
			callsVerbatim: true,
			reunionNote: 'back',
			reunionNoteDepth: 1,
		});
		expect(shown).toEqual([
			'verbatim-tool-nudge',
			'history:0',
			'date_spacer_1',
			'context-note:0',
			'reunion-note',
			'history:1',
		]);
	});

	test('no note has a projection, so none reaches a NovelAI prompt', () => {
		const notes = itemsOf([], { notes: [{ text: 'n', depth: 1 }], callsVerbatim: true, reunionNote: 'back' });
		expect(notes).toHaveLength(3);
		expect(notes.every((item) => item.completionText === undefined)).toBe(true);
	});
});
