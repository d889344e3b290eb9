/** Where the bot may do less than it would like, where the answer belongs elsewhere, and how long an answer may be. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { refusal } from '#playground/novelai-server/scripted-responses';
import { BotWorld, isNotice, type TestGuild, textOf } from '../support/bot-world.ts';
import { runAsAdmin } from '../support/store-postgres-server.ts';
import { readTurnRows } from '../support/turn-rows.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ MAX_FLUSH_COUNT: '3' });
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	world.novelai.scripts.clear();
	world.discord.faults.clear();
	expect(world.discord.failures).toEqual([]);
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

const generations = (): number => world.novelai.requests.filter((request) => request.method === 'POST').length;

/** Says something whose answer waits at a gate, and resolves when the model was asked. */
async function heldTurn({ channel, ellen }: TestGuild, answer: string) {
	const gate = newGate();
	const from = generations();
	world.novelai.scripts.queue({ text: answer, waitFor: gate.opened });
	const trigger = world.discord.as(ellen).send(channel, `${world.mention} hi`);
	await world.novelai.until(() => generations() > from);
	return { gate, trigger };
}

describe('a channel in which the bot may not write', () => {
	test('S049 costs no generation, and is answered as soon as it may', async () => {
		const { channel, ellen } = await world.addGuild('no-writing');
		world.discord.build.deny(channel, ['SendMessages']);
		const before = generations();
		const asked = await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect([asked.outcome, generations() - before]).toEqual(['ignored', 0]);
		world.discord.build.allow(channel, ['SendMessages']);
		world.novelai.scripts.queue({ text: ' At last.' });
		expect((await world.askThrough(ellen, channel, `${world.mention} now?`)).answers.map(textOf)).toEqual(['At last.']);
	});

	test('S049 is left alone for a while when only the refusal tells', async () => {
		const { channel, ellen } = await world.addGuild('refused');
		const path = new RegExp(`^/channels/${channel.id}/messages$`);
		world.discord.faults.add({ kind: 'error', status: 403, code: 50_013, method: 'POST', path });
		expect((await world.askThrough(ellen, channel, `${world.mention} hi`)).outcome).toBe('failed');
		const before = generations();
		expect((await world.askThrough(ellen, channel, `${world.mention} hi?`)).outcome).toBe('ignored');
		expect(generations()).toBe(before);
		expect(world.postsTo(channel)).toHaveLength(1);
	});
});

describe('a channel whose history the bot may not read', () => {
	test('is answered from what was said to it alone, and the operator is told once', async () => {
		const { channel, ellen } = await world.addGuild('no-history');
		world.discord.build.deny(channel, ['ReadMessageHistory']);
		world.discord.as(ellen).send(channel, 'words of before');
		for (const text of ['Yes.', 'Still here.']) {
			world.novelai.scripts.queue({ text: ` ${text}` });
			const asked = await world.askThrough(ellen, channel, `${world.mention} are you there?`);
			expect(asked.answers.map(textOf)).toEqual([text]);
		}
		const prompt = world.novelai.requests.at(-1)?.prompt;
		expect(prompt).toContain('are you there?');
		expect(prompt).not.toContain('words of before');
		expect(world.logLines.filter((line) => line.includes('check Read Message History'))).toHaveLength(1);
	});
});

describe('what happens to a trigger meanwhile', () => {
	test('S042 the reply goes into the thread that was made from it, and so does a notice', async () => {
		for (const [name, answer] of [
			['thread', ' In here.'],
			['thread-notice', ''],
		] as const) {
			const place = await world.addGuild(name);
			const { gate, trigger } = await heldTurn(place, answer);
			const thread = world.discord.build.addThread(place.channel, 'about it', { from: trigger, owner: place.ellen });
			if (answer === '') world.novelai.scripts.queue({ text: '' });
			gate.open();
			await world.outcomeOf(trigger.id);
			expect(world.saidIn(place.channel)).toEqual([]);
			expect(world.saidIn(thread).map(isNotice)).toEqual([answer === '']);
		}
	});

	test('S038 deleted while its turn waits for the key, it is not answered', async () => {
		const { gate, trigger } = await heldTurn(await world.addGuild('has-the-key'), ' First.');
		const { channel, ellen } = await world.addGuild('waits-for-the-key');
		const before = generations();
		const waiting = world.discord.as(ellen).send(channel, `${world.mention} never mind`);
		await world.discord.until(() => world.discord.typings.some((typing) => typing.channelId === channel.id));
		world.discord.as(ellen).delete(waiting);
		expect(await world.outcomeOf(waiting.id)).toBe('cancelled');
		gate.open();
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
		expect(world.saidIn(channel)).toEqual([]);
		expect(generations()).toBe(before);
	});

	test('the sign of waiting goes away although Discord was slow to put it there', async () => {
		const { gate } = await heldTurn(await world.addGuild('slow-sign-first'), ' First.');
		const { channel, ellen } = await world.addGuild('slow-sign');
		const slow = world.discord.faults.add({ kind: 'delay', method: 'PUT', path: /reactions/, delayMs: 500 });
		world.novelai.scripts.queue({ text: ' Second.' });
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} hi`);
		await world.discord.until(() => slow.hits === 1, 10_000);
		gate.open();
		await world.outcomeOf(trigger.id);
		const removed = (): boolean =>
			world.discord.requests.some((request) => request.method === 'DELETE' && request.path.includes(trigger.id));
		await world.discord.until(removed);
		expect(world.discord.world.message(channel.id, trigger.id).reactions.get('⏳')?.userIds.size ?? 0).toBe(0);
	});
});

describe('how much is said', () => {
	test('a reply ends after its last message, with a word about it, and the model is let go', async () => {
		const { channel, ellen } = await world.addGuild('endless');
		const paragraph = `${'Many words follow each other here. '.repeat(30).trim()}\n\n`;
		world.novelai.scripts.queue({ text: ` ${paragraph.repeat(40)}` });
		const { answers, outcome } = await world.askThrough(ellen, channel, `${world.mention} go on`);
		expect(outcome).toBe('replied');
		expect(answers.map(isNotice)).toEqual([false, false, false, true]);
		expect(answers.slice(3).map(textOf)).toEqual(['The reply was cut off.']);
	});

	test('a reply of just as many messages is whole', async () => {
		const { channel, ellen } = await world.addGuild('just-enough');
		world.novelai.scripts.queue({ text: ' First part.\n\nAnd a second part.\n\nAnd the last part.' });
		const { answers } = await world.askThrough(ellen, channel, `${world.mention} go on`);
		expect(answers.map(isNotice)).toEqual([false, false, false]);
	});

	test("a provider's own words come as they were written", async () => {
		const { channel, ellen } = await world.addGuild('words');
		world.novelai.scripts.queue({ response: refusal(400, '**bold** [x](http://evil)') });
		const { answers } = await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect(answers.map(textOf)).toEqual([expect.stringContaining(String.raw`\*\*bold\*\* \[x\]\(http\:`)]);
	});
});

describe.skipIf(inject('store').socketDir === null)('a database that is away', () => {
	/** Under another name it is not there, whoever asks. */
	const hide = async (isHidden: boolean): Promise<void> => {
		const name = new URL(world.databaseUrl ?? '').pathname.slice(1);
		const run = (statement: string) => runAsAdmin(inject('store').socketDir ?? '', statement);
		if (isHidden) {
			await run(`alter database "${name}" allow_connections false`);
			await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
			await run(`alter database "${name}" rename to "${name}_away"`);
		} else {
			await run(`alter database "${name}_away" rename to "${name}"`);
			await run(`alter database "${name}" allow_connections true`);
		}
	};

	test('S093 leaves a whole reply without an apology, and commands say what is wrong', async () => {
		const place = await world.addGuild('away');
		const { gate, trigger } = await heldTurn(place, ' All is well here.');
		await hide(true);
		gate.open();
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
		const shown = world.discord.as(place.ellen).slash(place.channel, 'model show');
		expect((await shown.response()).content).toBe('My memory is out of reach right now. Please try again in a moment.');
		await hide(false);
		expect(world.saidIn(place.channel).map(textOf)).toEqual(['All is well here.']);
		const stateOf = async () => (await readTurnRows(world.databaseUrl ?? '', trigger.id))[0]?.state;
		await expect.poll(stateOf, { timeout: 15_000, interval: 300 }).toBe('done');
	});
});
