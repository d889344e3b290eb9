/** How a reply reaches its channel: whole, in order, once, and without pings, whatever Discord does meanwhile. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { FaultOptions } from '#playground/discord-server/faults';
import { pingsOf } from '#playground/discord-server/mentions';
import type { MessageRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { BotWorld, isNotice, type TestGuild, textOf } from '../support/bot-world.ts';
import { readTurnRows } from '../support/turn-rows.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ DISCORD_TYPING_KEEPALIVE_INTERVAL_MS: '1000' });
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	world.novelai.scripts.clear();
	world.discord.faults.clear();
	// The row of buttons moves to the newest reply; no text is ever edited while it streams.
	const edits = world.discord.requests.filter((r) => r.method === 'PATCH' && r.path.startsWith('/channels/'));
	expect(edits.filter(({ body }) => Object.hasOwn(body as object, 'content'))).toEqual([]);
	expect(world.discord.failures).toEqual([]);
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

const wordsOf = (text: string): string => text.replace(/^```.*$/gm, '').replace(/\s+/g, '');

/** The stored turn agrees with what stands in the channel; only where a second connection is possible. */
async function expectStored(triggerId: string, state: string, replies: readonly MessageRecord[]): Promise<void> {
	if (world.databaseUrl === null) return;
	const rows = await readTurnRows(world.databaseUrl, triggerId);
	const parts = replies.map((record, part) => ({ part, messageId: record.message.id }));
	expect(rows).toEqual([{ state, parts }]);
}

/** Runs a statement on the bot's database, through a connection of its own. */
async function runStatement(statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: world.databaseUrl ?? '' });
	await client.connect();
	await client.query(statement);
	await client.end();
}

function expectFit(replies: readonly MessageRecord[]): void {
	for (const { message } of replies) {
		expect(message.content.length).toBeLessThanOrEqual(2_000);
		expect(message.content.trim()).not.toMatch(/^\.*$/);
		expect(message.content.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0);
	}
}

const numbered = (count: number, line: (number: number) => string, separator: string): string =>
	Array.from({ length: count }, (_, index) => line(index + 1)).join(separator);

const proseOf = (count: number): string =>
	numbered(count, (n) => `Sentence number ${n} goes on a little, so that it fills the line.`, ' ');

/** Behind the first words of a second paragraph, when the first is `proseOf(5)`, whichever tokenizer counts. */
const firstParagraphTokens = 115;

const codeOf = (count: number): string =>
	`\`\`\`ts\n${numbered(count, (n) => `const value${n} = compute(${n}, 'something');`, '\n')}\n\`\`\``;

describe('a long reply while it is written', () => {
	test.each([
		['a paragraph past 2,000 characters', proseOf(40)],
		['a paragraph past 6,000 characters', proseOf(110)],
		['a code block past 6,000 characters between prose', `Look:\n\n${codeOf(160)}\n\n${proseOf(5)}`],
		['one word past 2,000 characters', `Listen: ${'a'.repeat(2_600)}h! And then silence.`],
	])('S012 S013 S094 %s arrives whole and in order, and no message is edited', async (name, text) => {
		const { channel, ellen } = await world.addGuild(name);
		const gate = newGate();
		world.novelai.scripts.queue({ text: ` ${text}`, pauseAfterTokens: { tokens: 400, until: gate.opened } });
		const asked = world.askThrough(ellen, channel, `${world.mention} tell me`);
		gate.open();
		const { answers, outcome, triggerId } = await asked;
		expect(outcome).toBe('replied');
		expect(answers.length).toBeGreaterThan(1);
		expectFit(answers);
		expect(wordsOf(answers.map(textOf).join('\n'))).toBe(wordsOf(text));
		expect(world.postsTo(channel)).toHaveLength(answers.length);
		expect(new Set(answers.map((record) => record.message.nonce)).size).toBe(answers.length);
		await expectStored(triggerId, 'done', answers);
	});

	test('the first paragraph is in the channel while the rest is still to be written', async () => {
		const { channel, ellen } = await world.addGuild('early');
		const gate = newGate();
		const text = `${proseOf(5)}\n\n${proseOf(4)} More.`;
		world.novelai.scripts.queue({
			text: ` ${text}`,
			pauseAfterTokens: { tokens: firstParagraphTokens, until: gate.opened },
		});
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} tell me`);
		await world.discord.until(() => world.saidIn(channel).length > 0);
		expect(world.turnEnds().some((end) => end.triggerId === trigger.id)).toBe(false);
		gate.open();
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
		expect(wordsOf(world.saidIn(channel).map(textOf).join('\n'))).toBe(wordsOf(text));
	});

	test('S006 a reply that its length ends inside a code block has the block closed, and nothing is dropped', async () => {
		const { channel, ellen } = await world.addGuild('open-fence');
		const text = `Here:\n\n${codeOf(120).replace(/\n```$/, '')}`;
		world.novelai.scripts.queue({ text: ` ${text}`, finishReason: 'length' });
		const { answers, outcome, triggerId } = await world.askThrough(ellen, channel, `${world.mention} code please`);
		expect(outcome).toBe('replied');
		expectFit(answers);
		expect(answers.at(-1)?.message.content).toMatch(/\n```$/);
		expect(wordsOf(answers.map(textOf).join('\n'))).toBe(wordsOf(text));
		await expectStored(triggerId, 'done', answers);
	});

	test('typing is shown while a reply is written and no longer afterwards', async () => {
		const one = await world.addGuild('typing-one');
		const two = await world.addGuild('typing-two');
		const shown = ({ channel }: TestGuild) => world.discord.typings.filter((t) => t.channelId === channel.id).length;
		const heldTurn = async (place: TestGuild): Promise<void> => {
			const gate = newGate();
			world.novelai.scripts.queue({ text: ' Done.', waitFor: gate.opened });
			const asked = world.askThrough(place.ellen, place.channel, `${world.mention} hi`);
			await world.discord.until(() => shown(place) >= 2);
			gate.open();
			await asked;
		};
		await heldTurn(one);
		const afterTurn = shown(one);
		await heldTurn(two);
		expect(shown(one)).toBe(afterTurn);
	});
});

describe('when Discord fails in the middle', () => {
	const paragraphs = [proseOf(5), `${proseOf(4)} Second.`, `${proseOf(4)} Third.`];

	test.each<[string, FaultOptions]>([
		['answers 500', { kind: '5xx', status: 500 }],
		['takes the message and loses its answer', { kind: 'dropped-answer' }],
		['asks to wait', { kind: '429', retryAfterSeconds: 0.1 }],
		['cuts the connection', { kind: 'refuse' }],
	])('S014 a message that Discord %s for is sent again, and the reply is there once', async (name, fault) => {
		const { channel, ellen } = await world.addGuild(name);
		const gate = newGate();
		const text = paragraphs.join('\n\n');
		world.novelai.scripts.queue({
			text: ` ${text}`,
			pauseAfterTokens: { tokens: firstParagraphTokens, until: gate.opened },
		});
		const asked = world.askThrough(ellen, channel, `${world.mention} tell me`);
		await world.discord.until(() => world.saidIn(channel).length > 0);
		const met = world.discord.faults.add({
			...fault,
			method: 'POST',
			path: new RegExp(`^/channels/${channel.id}/messages$`),
		});
		gate.open();
		const { answers, outcome, triggerId } = await asked;
		expect(met.hits).toBe(1);
		expect(outcome).toBe('replied');
		expectFit(answers);
		expect(wordsOf(answers.map(textOf).join('\n'))).toBe(wordsOf(text));
		expect(world.postsTo(channel)).toHaveLength(answers.length + 1);
		await expectStored(triggerId, 'done', answers);
	});

	test('S014 S050 when a message is refused for good the reply ends there, with one notice and no broken piece', async () => {
		const { channel, ellen } = await world.addGuild('for-good');
		const gate = newGate();
		const text = paragraphs.join('\n\n');
		world.novelai.scripts.queue({
			text: ` ${text}`,
			pauseAfterTokens: { tokens: firstParagraphTokens, until: gate.opened },
		});
		const asked = world.askThrough(ellen, channel, `${world.mention} tell me`);
		await world.discord.until(() => world.saidIn(channel).length > 0);
		const path = new RegExp(`^/channels/${channel.id}/messages$`);
		world.discord.faults.add({
			kind: 'error',
			status: 400,
			code: 200000,
			message: 'Blocked by AutoMod',
			method: 'POST',
			path,
		});
		gate.open();
		const { answers, outcome, triggerId } = await asked;
		expect(outcome).toBe('failed');
		const replies = answers.filter((record) => !isNotice(record));
		expectFit(replies);
		expect(wordsOf(text).startsWith(wordsOf(replies.map(textOf).join('\n')))).toBe(true);
		expect(answers.filter(isNotice).map(textOf)).toEqual(['The reply was cut off. AutoMod blocked my reply.']);
		await expectStored(triggerId, 'failed', replies);
	});

	test('S033 the trigger is deleted while the reply is written: it comes as a plain message', async () => {
		const { channel, ellen } = await world.addGuild('deleted-trigger');
		world.novelai.scripts.queue({ text: ' First.' });
		const first = await world.askThrough(ellen, channel, `${world.mention} hi`);
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' Still here.', waitFor: gate.opened });
		const generations = world.novelai.requests.length;
		const replyTo = first.answers[0]?.message.id ?? '';
		const trigger = world.discord.as(ellen).send(channel, { content: 'and then?', replyTo, replyPing: false });
		await world.novelai.until((server) => server.requests.length > generations);
		world.discord.as(ellen).delete(trigger.id);
		gate.open();
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
		const reply = world.saidIn(channel).at(-1);
		expect(reply?.message.content).toBe('Still here.');
		expect(reply?.message.message_reference).toBeUndefined();
	});

	test('S033 the trigger is deleted and nothing comes: the notice is a plain message too', async () => {
		const { channel, ellen } = await world.addGuild('deleted-trigger-notice');
		const gate = newGate();
		world.novelai.scripts.queue({ text: '', waitFor: gate.opened }, { times: 2 });
		const generations = world.novelai.requests.length;
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} hi`);
		await world.novelai.until((server) => server.requests.length > generations);
		world.discord.as(ellen).delete(trigger.id);
		gate.open();
		expect(await world.outcomeOf(trigger.id)).toBe('failed');
		const notices = world.saidIn(channel);
		expect(notices.map(isNotice)).toEqual([true]);
		expect(notices[0]?.message.message_reference).toBeUndefined();
	});

	test('S033 a message that is deleted while it waits for its turn is not answered', async () => {
		const { guild, channel, ellen } = await world.addGuild('deleted-while-waiting');
		const bo = world.discord.build.addUser('bo-deletes', { globalName: 'Bo' });
		world.discord.build.addMember(guild, bo);
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' For Ellen.', waitFor: gate.opened });
		const generations = world.novelai.requests.length;
		const first = world.discord.as(ellen).send(channel, `${world.mention} one`);
		await world.novelai.until((server) => server.requests.length > generations);
		const second = world.discord.as(bo).send(channel, `${world.mention} two`);
		world.discord.as(bo).delete(second.id);
		const third = world.discord.as(bo).send(channel, `${world.mention} three`);
		gate.open();
		world.novelai.scripts.queue({ text: ' For Bo.' });
		expect(await world.outcomeOf(first.id)).toBe('replied');
		expect(await world.outcomeOf(third.id)).toBe('replied');
		expect(world.saidIn(channel).map(textOf)).toEqual(['For Ellen.', 'For Bo.']);
		expect(world.novelai.requests.at(-1)?.prompt).not.toContain('Bo: Tomori two');
		expect(world.turnEnds().some((end) => end.triggerId === second.id)).toBe(false);
	});

	test.each<[string, FaultOptions]>([
		['is deleted', { kind: 'error', status: 404, code: 10_003, message: 'Unknown Channel' }],
		['takes no messages any more', { kind: 'error', status: 403, code: 50_013, message: 'Missing Permissions' }],
	])('a channel that %s in the middle gets nothing more, and the next guild is answered', async (name, fault) => {
		const { channel, ellen } = await world.addGuild(name);
		const path = new RegExp(`^/channels/${channel.id}/messages$`);
		world.discord.faults.add({ ...fault, method: 'POST', path, times: 10 });
		world.novelai.scripts.queue({ text: ` ${paragraphs.join('\n\n')}` });
		const { answers, outcome, triggerId } = await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect(outcome).toBe('failed');
		expect(answers).toEqual([]);
		expect(world.postsTo(channel)).toHaveLength(1);
		await expectStored(triggerId, 'failed', []);
		const next = await world.addGuild(`${name}, next`);
		world.novelai.scripts.queue({ text: ' Hello.' });
		const answered = await world.askThrough(next.ellen, next.channel, `${world.mention} hi`);
		expect(answered.answers.map(textOf)).toEqual(['Hello.']);
	});
});

describe('where the bot may write but not embed', () => {
	test('a notice comes as plain text and stays out of the next prompt', async () => {
		const { channel, ellen } = await world.addGuild('no-embeds');
		world.discord.build.deny(channel, ['EmbedLinks']);
		world.novelai.scripts.queue({ text: '' }, { times: 2 });
		const { answers } = await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect(answers.map((record) => record.message.content)).toEqual([
			'Nothing came to mind. Please try again or say it differently.',
		]);
		world.novelai.scripts.queue({ text: ' Now I know.' });
		await world.askThrough(ellen, channel, `${world.mention} and now?`);
		expect(world.novelai.requests.at(-1)?.prompt).not.toContain('Nothing came to mind');
	});
});

describe('when the database fails in the middle', () => {
	test.skipIf(inject('store').socketDir === null)(
		'a reply that is being written arrives whole, without a word about what could not be stored',
		async () => {
			const { channel, ellen } = await world.addGuild('store-trouble');
			const gate = newGate();
			const text = [proseOf(5), `${proseOf(4)} Second.`, `${proseOf(4)} Third.`].join('\n\n');
			const pause = { tokens: firstParagraphTokens, until: gate.opened };
			world.novelai.scripts.queue({ text: ` ${text}`, pauseAfterTokens: pause });
			await runStatement('alter table turn_messages rename to turn_messages_away');
			const trigger = world.discord.as(ellen).send(channel, `${world.mention} tell me`);
			await world.discord.until(() => world.saidIn(channel).length > 0);
			gate.open();
			expect(await world.outcomeOf(trigger.id)).toBe('replied');
			await runStatement('alter table turn_messages_away rename to turn_messages');
			const said = world.saidIn(channel);
			expect(said.map(isNotice)).toEqual([false, false, false]);
			expect(wordsOf(said.map(textOf).join('\n'))).toBe(wordsOf(text));
			const errors = world.logLines.filter((line) => line.includes('"level":50'));
			expect(errors.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
				...Array.from({ length: 3 }, () => 'a message of a reply could not be recorded'),
				'messages of a reply stay unrecorded',
			]);
			world.logLines.length = 0;
			world.novelai.scripts.queue({ text: ' Well again.' });
			expect((await world.askThrough(ellen, channel, `${world.mention} and now?`)).answers.map(textOf)).toEqual([
				'Well again.',
			]);
		},
	);
});

describe('what is never sent', () => {
	test.each([
		['nothing', ''],
		['spaces', '   '],
		['an invisible character', '\u200B'],
		['line feeds and an invisible character', '\n\u200B\n \u200B'],
		['its own name and a colon', ' Tomori:'],
		['its own name, a colon and a space', 'Tomori: '],
	])('S016 a reply of %s, twice, becomes one notice, and the next message is answered', async (name, text) => {
		const { channel, ellen } = await world.addGuild(name);
		world.novelai.scripts.queue({ text }, { times: 2 });
		const { answers, outcome, triggerId } = await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect(outcome).toBe('failed');
		expect(answers.map(isNotice)).toEqual([true]);
		expect(answers.map(textOf)).toEqual(['Nothing came to mind. Please try again or say it differently.']);
		expect(world.postsTo(channel)).toHaveLength(1);
		await expectStored(triggerId, 'failed', []);
		world.novelai.scripts.queue({ text: ' Now I know.' });
		const next = await world.askThrough(ellen, channel, `${world.mention} and now?`);
		expect(next.answers.map(textOf)).toEqual(['Now I know.']);
	});

	test('S016 an empty reply followed by words needs no notice', async () => {
		const { channel, ellen } = await world.addGuild('second-try');
		world.novelai.scripts.queue({ text: '' });
		world.novelai.scripts.queue({ text: ' There it is.' });
		const { answers, outcome } = await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect(outcome).toBe('replied');
		expect(answers.map(textOf)).toEqual(['There it is.']);
	});

	test('S017 what the model writes as mentions of everyone, here and roles stays text and calls nobody', async () => {
		const { guild, channel, ellen } = await world.addGuild('mass-ping');
		const role = world.discord.build.addRole(guild, 'crew');
		const stranger = world.discord.build.addUser('stranger-mentioned');
		const text = `@everyone @here <@&${role.id}> <@${stranger.id}> gather round, <@${ellen.id}>!`;
		world.novelai.scripts.queue({ text: ` ${text}` });
		const { answers } = await world.askThrough(ellen, channel, `${world.mention} call them`);
		expect(answers.map(textOf)).toEqual([text]);
		expect(answers.map(pingsOf)).toEqual([{ everyone: false, users: [ellen.id], roles: [] }]);
		expect(answers[0]?.message).toMatchObject({ mention_everyone: false, mention_roles: [] });
		expect(world.postsTo(channel)[0]?.body).toMatchObject({ allowed_mentions: { parse: [], users: [ellen.id] } });
	});
});

describe('after a restart', () => {
	test('an answered message that arrives again is not answered again, and the next one is', async () => {
		const { channel, ellen } = await world.addGuild('restart');
		world.novelai.scripts.queue({ text: ' Before.' });
		const before = await world.askThrough(ellen, channel, `${world.mention} hi`);
		await world.stopBot();
		await world.startBot();
		world.logLines.length = 0;
		expect(world.discord.gateway.redeliver(before.triggerId)).toBe(true);
		expect(await world.outcomeOf(before.triggerId)).toBe('duplicate');
		world.novelai.scripts.queue({ text: ' After.' });
		const after = await world.askThrough(ellen, channel, `${world.mention} and now?`);
		expect(world.saidIn(channel).map(textOf)).toEqual(['Before.', 'After.']);
		expect(world.novelai.requests.at(-1)?.prompt).toContain('Tomori: Before.');
		await expectStored(after.triggerId, 'done', after.answers);
	});
});
