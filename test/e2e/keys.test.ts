/** Keys of servers and people: how they are stored, which one serves, and what their plans allow. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { sha256Hex } from '#lib/sha256';
import { digestToken } from '#playground/novelai-server/accounts';
import { COUNTED_MODELS, CommandUser, parametersOf, type Talked } from '../support/bot-commands.ts';
import { BotWorld, textOf } from '../support/bot-world.ts';
import { databaseDump } from '../support/database-dump.ts';

const MARK = 'pst-marked';
const TIERS = { tablet: 1, scroll: 2, opus: 3 } as const;
type TierName = keyof typeof TIERS;

let world: BotWorld;
let keysMade = 0;

/** A key of its own for each use, so that no test meets another's. */
function newKey(tier: TierName): string {
	keysMade += 1;
	const key = `${MARK}-${tier}-key-number-${keysMade}`;
	world.novelai.accounts.set(key, { tier: TIERS[tier], active: true });
	return key;
}

const fingerprint = (key: string): string => sha256Hex(key).slice(0, 4);
const servedBy = (talked: Talked, key: string): boolean =>
	talked.generations.at(-1)?.authorizationDigest === digestToken(key);

beforeAll(async () => {
	// No guild may use the operator's key, so that a guild without a key of its own has none.
	world = await BotWorld.start({ NOVELAI_API_KEY_GUILDS: '1' });
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newGuild(name: string, model = 'kayra-v1') {
	const place = await world.addGuild(name);
	const owner = new CommandUser(world, place.ellen, place.channel);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	await owner.say('model set', { model, scope: 'server' });
	return { ...place, owner, member: new CommandUser(world, bo, place.channel) };
}

describe('/key', () => {
	test('set stores a key that the provider accepts, list shows plan and fingerprint, remove deletes it', async () => {
		const { owner } = await newGuild('life');
		const key = newKey('scroll');
		expect((await owner.talk()).answers.map(textOf).join()).toContain('/key set');
		const stored = await owner.key('key set', key, { scope: 'server' });
		expect(stored).toContain(`Scroll, fingerprint: ${fingerprint(key)}`);
		expect(servedBy(await owner.talk(), key)).toBe(true);
		const list = await owner.say('key list');
		expect(list).toContain(`\`${fingerprint(key)}\` · Scroll`);
		expect(await owner.say('key remove', { scope: 'server' })).toContain('deleted');
		expect(await owner.say('key remove', { scope: 'server' })).toContain('no key to delete');
		expect((await owner.talk()).outcome).toBe('failed');
	});

	test('a key that NovelAI refuses, one without a subscription and one of no key’s shape are not stored', async () => {
		const { owner } = await newGuild('not-stored');
		const ended = newKey('opus');
		world.novelai.accounts.set(ended, { tier: 3, active: false });
		expect(await owner.key('key set', 'pst-nobody-knows-this-key', { scope: 'server' })).toContain('refused the key');
		expect(await owner.key('key set', ended, { scope: 'server' })).toContain('not active');
		expect(await owner.key('key set', 'two words in it', { scope: 'server' })).toContain('does not look like');
		expect((await owner.talk()).generations).toEqual([]);
	});

	test('a server key needs Manage Server, and others see only their own', async () => {
		const { owner, member } = await newGuild('permissions');
		const [shared, own] = [newKey('opus'), newKey('tablet')];
		expect(await member.key('key set', shared, { scope: 'server' })).toContain('Manage Server');
		expect(await member.key('key add', shared, { scope: 'server' })).toContain('Manage Server');
		expect(await member.say('key remove', { scope: 'server' })).toContain('Manage Server');
		await owner.key('key set', shared, { scope: 'server' });
		await member.key('key set', own, { scope: 'personal' });
		const list = await member.say('key list');
		expect(list).toContain(fingerprint(own));
		expect(list).not.toContain(fingerprint(shared));
	});

	test('add needs a main key, takes no key twice, and is for servers only', async () => {
		const { owner, member } = await newGuild('add');
		const [main, second] = [newKey('opus'), newKey('opus')];
		expect(await owner.key('key add', second, { scope: 'server' })).toContain('begin with `/key set`');
		await owner.key('key set', main, { scope: 'server' });
		expect(await owner.key('key add', main, { scope: 'server' })).toContain('already');
		expect(await owner.key('key add', second, { scope: 'server' })).toContain('2 keys now');
		expect(await member.key('key add', newKey('opus'), { scope: 'personal' })).toContain('Only a server');
		const list = await owner.say('key list');
		expect(list).toContain(fingerprint(main));
		expect(list).toContain(fingerprint(second));
	});

	test('replacing a key on the same model keeps preset and edits', async () => {
		const { owner } = await newGuild('replace');
		await owner.key('key set', newKey('opus'), { scope: 'server' });
		await owner.say('preset apply', { name: 'Asper-Kayra', scope: 'server' });
		await owner.say('model parameters', { scope: 'server', temperature: '0.4' });
		const replacement = newKey('tablet');
		await owner.key('key set', replacement, { scope: 'server' });
		const talked = await owner.talk();
		expect(servedBy(talked, replacement)).toBe(true);
		expect(parametersOf(talked.generations[0])).toMatchObject({ temperature: 0.4, top_k: 175 });
	});
});

describe('keys that take turns', () => {
	async function twoKeys(name: string, model = 'kayra-v1') {
		const place = await newGuild(name, model);
		const [main, second] = [newKey('opus'), newKey('opus')];
		await place.owner.key('key set', main, { scope: 'server' });
		await place.owner.key('key add', second, { scope: 'server' });
		return { ...place, main, second };
	}

	test('the least used key serves', async () => {
		const { owner, main, second } = await twoKeys('turns');
		const served = [await owner.talk(), await owner.talk(), await owner.talk()];
		expect(served.map((talked) => servedBy(talked, main))).toEqual([true, false, true]);
		expect(servedBy(served[1] as Talked, second)).toBe(true);
	});

	test.each([
		['a key that was revoked', (key: string) => world.novelai.accounts.remove(key), 'key-rejected'],
		[
			'a subscription that ended',
			(key: string) => world.novelai.accounts.set(key, { tier: 3, active: false }),
			'subscription-inactive',
		],
	] as const)('%s is followed by the next key, silently, and rests', async (name, spoil, code) => {
		const { owner, main, second } = await twoKeys(`spoilt-${name.length}`);
		spoil(main);
		const first = await owner.talk();
		expect(first.outcome).toBe('replied');
		expect(servedBy(first, second)).toBe(true);
		expect(first.answers).toHaveLength(1);
		const next = await owner.talk();
		expect(next.generations.map((request) => request.authorizationDigest)).toEqual([digestToken(second)]);
		expect(await owner.say('key list')).toContain(`last error: ${code}`);
	});

	test('when every key fails the last failure is told, after three keys at most', async () => {
		const { owner, main, second } = await twoKeys('three');
		const more = [newKey('opus'), newKey('opus')];
		for (const key of more) await owner.key('key add', key, { scope: 'server' });
		for (const key of [main, second, ...more]) {
			world.novelai.scripts.queue(
				{
					response: {
						status: 401,
						body: '{"statusCode":401,"message":"Unauthorized"}',
						contentType: 'application/json',
					},
				},
				{ token: key },
			);
		}
		const { outcome, answers, generations } = await owner.talk();
		expect(outcome).toBe('failed');
		expect(new Set(generations.map((request) => request.authorizationDigest)).size).toBe(3);
		expect(answers.map(textOf).join()).toContain('refused the key');
	});

	test('server errors that do not end are followed by the next key', async () => {
		const { owner, main, second } = await twoKeys('overloaded');
		const script = { response: { status: 502, body: 'bad gateway', contentType: 'text/plain' } };
		world.novelai.scripts.queue(script, { token: main, times: 3 });
		const talked = await owner.talk();
		expect(talked.outcome).toBe('replied');
		expect(talked.generations).toHaveLength(4);
		expect(servedBy(talked, second)).toBe(true);
	});

	test('a key whose plan is too small for the model is followed by the next, silently', async () => {
		const { owner, main, second } = await twoKeys('small-plan');
		const body = '{"statusCode":409,"message":"Not eligible for this model"}';
		world.novelai.scripts.queue({ response: { status: 409, body, contentType: 'application/json' } }, { token: main });
		const talked = await owner.talk();
		expect(talked.outcome).toBe('replied');
		expect(servedBy(talked, second)).toBe(true);
		expect(talked.answers).toHaveLength(1);
	});

	test('a busy key is waited for, and no other one is asked', async () => {
		const { owner, main } = await twoKeys('busy');
		const body = '{"statusCode":429,"message":"Concurrent generation is locked"}';
		world.novelai.scripts.queue({ response: { status: 429, body, contentType: 'application/json' } }, { token: main });
		const { outcome, generations } = await owner.talk();
		expect(outcome).toBe('replied');
		expect(generations.map((request) => request.authorizationDigest)).toEqual([digestToken(main), digestToken(main)]);
	});
});

describe('whose key serves', () => {
	test("a person's own key comes first; when it fails the server's answers, with the server's model", async () => {
		const { owner, member } = await newGuild('own-first');
		const [shared, own] = [newKey('opus'), newKey('opus')];
		await owner.key('key set', shared, { scope: 'server' });
		await member.key('key set', own, { scope: 'personal' });
		await member.say('preset apply', { name: 'Pilotfish-Kayra', scope: 'personal' });
		const first = await member.talk();
		expect(servedBy(first, own)).toBe(true);
		expect(parametersOf(first.generations[0])).toMatchObject({ temperature: 1.31 });
		world.novelai.accounts.remove(own);
		const second = await member.talk();
		expect(second.outcome).toBe('replied');
		expect(servedBy(second, shared)).toBe(true);
		expect(parametersOf(second.generations.at(-1))).toMatchObject({ temperature: 1.35 });
		expect(second.answers).toHaveLength(1);
	});

	test('a personal choice without a personal key waits for one, and says so', async () => {
		const { owner, member } = await newGuild('waits');
		await owner.key('key set', newKey('opus'), { scope: 'server' });
		const said = await member.say('model set', { model: 'llama-3-erato-v1', scope: 'personal' });
		expect(said).toContain('as soon as you have your own key');
		expect((await member.talk()).generations.map((request) => request.model)).toEqual(['kayra-v1']);
	});
});

const OPUS_ONLY = ['xialong-v1', 'llama-3-erato-v1'];
const WINDOWS: Readonly<Record<string, Partial<Record<TierName, number>>>> = {
	'glm-4-6': { tablet: 8192, scroll: 28_672, opus: 28_672 },
	'xialong-v1': { opus: 28_672 },
	'kayra-v1': { tablet: 4096, scroll: 8192, opus: 8192 },
	'llama-3-erato-v1': { opus: 8192 },
};
const TABLE = COUNTED_MODELS.flatMap((model) =>
	(['server', 'personal'] as const).flatMap((scope) =>
		(Object.keys(TIERS) as TierName[]).map((tier) => ({ model, scope, tier })),
	),
);

describe('the gate', () => {
	test.each(TABLE)(
		'$model on $tier, $scope: chosen, served in its window and noticed as the plan says',
		async (row) => {
			const { model, scope, tier } = row;
			const { owner } = await newGuild(`gate-${model}-${scope}-${tier}`);
			const key = newKey(tier);
			await owner.key('key set', key, { scope });
			const windowTokens = WINDOWS[model]?.[tier];
			const said = await owner.say('model set', { model, scope });
			if (windowTokens === undefined) {
				expect(said).toMatch(/^\w+ is not part of the \w+ plan of this NovelAI key/);
				const kept = await owner.talk();
				expect(kept.generations.map((request) => request.model)).not.toContain(model);
				return;
			}
			expect(said).toContain('writes the replies');
			const served = await owner.talk();
			expect(served.outcome).toBe('replied');
			expect(served.generations[0]).toMatchObject({ model, windowTokens });
			// The plan is remembered for a day, so that a change shows first at generation.
			world.novelai.accounts.set(key, { tier: TIERS[tier], active: false });
			const ended = await owner.talk();
			expect(ended.answers.map(textOf)).toEqual(['The NovelAI subscription of this key is not active.']);
			expect(ended.generations).toHaveLength(1);
			const again = await owner.talk();
			expect(again.answers.map(textOf)).toEqual(['The NovelAI subscription of this key is not active.']);
			expect(again.generations).toEqual([]);
			world.novelai.accounts.set(key, { tier: TIERS[tier], active: true });
			expect((await owner.talk()).outcome).toBe('replied');
		},
	);

	test.each(OPUS_ONLY)('%s may be chosen before there is a key', async (model) => {
		const { owner } = await newGuild(`keyless-${model}`);
		expect(await owner.say('model set', { model, scope: 'server' })).toContain('writes the replies');
		expect(await owner.say('model set', { model, scope: 'personal' })).toContain('writes the replies');
	});

	test.each(OPUS_ONLY)('with %s chosen, no key of a smaller plan is stored, alone or beside another', async (model) => {
		const { owner } = await newGuild(`key-change-${model}`, model);
		const [opus, tablet] = [newKey('opus'), newKey('tablet')];
		const refusal = /is not part of the Tablet plan/;
		expect(await owner.key('key set', tablet, { scope: 'server' })).toMatch(refusal);
		await owner.key('key set', opus, { scope: 'server' });
		expect(await owner.key('key set', tablet, { scope: 'server' })).toMatch(refusal);
		expect(await owner.key('key add', tablet, { scope: 'server' })).toMatch(refusal);
		expect(await owner.say('key list')).toContain(fingerprint(opus));
		expect(await owner.say('key list')).not.toContain(fingerprint(tablet));
		await owner.say('model set', { model, scope: 'personal' });
		expect(await owner.key('key set', tablet, { scope: 'personal' })).toMatch(refusal);
	});

	test.each(OPUS_ONLY)('%s needs every key of the server to pass, also as a fallback', async (model) => {
		const { owner } = await newGuild(`every-key-${model}`);
		await owner.key('key set', newKey('opus'), { scope: 'server' });
		await owner.key('key add', newKey('scroll'), { scope: 'server' });
		const refusal = /is not part of the Scroll plan/;
		expect(await owner.say('model set', { model, scope: 'server' })).toMatch(refusal);
		expect(await owner.say('model fallback', { first: model, scope: 'server' })).toMatch(refusal);
	});

	test('a key that was replaced by a smaller plan or revoked refuses the choice, each with its own notice', async () => {
		const { owner } = await newGuild('unknown-plan');
		const key = newKey('opus');
		await owner.key('key set', key, { scope: 'server' });
		world.novelai.accounts.set(key, { tier: 1, active: true });
		await owner.key('key set', key, { scope: 'server' });
		expect(await owner.say('model set', { model: 'xialong-v1', scope: 'server' })).toContain('Tablet');
		world.novelai.accounts.remove(key);
		await owner.talk();
		expect(await owner.say('model set', { model: 'xialong-v1', scope: 'server' })).toContain('refused the key');
	});

	test.each(COUNTED_MODELS.filter((model) => OPUS_ONLY.includes(model)))(
		'a plan that shrank shows the same notice at generation for %s, and is asked about afresh',
		async (model) => {
			const { owner } = await newGuild(`shrank-${model}`, model);
			const key = newKey('opus');
			await owner.key('key set', key, { scope: 'server' });
			expect((await owner.talk()).outcome).toBe('replied');
			world.novelai.accounts.set(key, { tier: 1, active: true });
			const first = await owner.talk();
			expect(first.generations).toHaveLength(1);
			expect(first.answers.map(textOf).join()).toContain('is not part of the');
			const second = await owner.talk();
			expect(second.generations).toEqual([]);
			expect(second.answers.map(textOf).join()).toContain('is not part of the Tablet plan');
			const [said] = [await owner.say('model set', { model, scope: 'server' })];
			expect(said.trim()).toBe(second.answers.map(textOf).join());
		},
	);
});

/** Stores marked keys, lets the provider echo them in its errors, and returns who did it. */
async function useMarkedKeys(name: string) {
	const { owner, member } = await newGuild(name);
	const [main, second, own] = [newKey('opus'), newKey('opus'), newKey('opus')];
	await owner.key('key set', main, { scope: 'server' });
	await owner.key('key add', second, { scope: 'server' });
	await member.key('key set', own, { scope: 'personal' });
	await owner.key('key set', `${MARK}-that-nobody-knows`, { scope: 'server' });
	await owner.say('key list');
	for (const key of [main, second, own]) {
		const echo = `{"statusCode":400,"message":"bad token ${key} in Bearer ${key}"}`;
		world.novelai.scripts.queue(
			{ response: { status: 400, body: echo, contentType: 'application/json' } },
			{ token: key },
		);
		world.novelai.scripts.queue({ errorAfterTokens: { tokens: 2, message: `broken for ${key}` } }, { token: key });
	}
	for (const who of [owner, member, owner, member]) await who.talk();
	return owner;
}

test('S109 marked keys leave no mark in logs, notices and answers', async () => {
	const owner = await useMarkedKeys('marks');
	await owner.say('key remove', { scope: 'server' });
	const said = world.discord.requests.map((request) => JSON.stringify([request.path, request.body ?? null])).join('\n');
	expect(said).toContain(String.raw`bad token \\[secret\\]`);
	for (const text of [said, world.logLines.join('\n')]) expect(text).not.toContain(MARK);
	expect(world.logLines.length).toBeGreaterThan(10);
});

test('S109 a prompt that is exported after its keys have failed holds none of them', async () => {
	const owner = await useMarkedKeys('marks-exported');
	const before = world.discord.requests.length;
	for (const format of ['json', 'text']) await owner.say('prompt export', { format });
	const files = world.discord.requests.slice(before).flatMap((request) => request.files);
	const texts = files.map(({ bytes }) => new TextDecoder().decode(bytes));
	expect(files.map(({ filename }) => filename)).toEqual(['prompt.json', 'prompt.txt']);
	// What was sent for the reply stands there, and the headers that it was sent with do not.
	for (const text of texts) expect(text).toContain('Tomori:');
	expect(texts.join('\n')).not.toContain(MARK);
	expect(texts.join('\n')).not.toMatch(/authorization|bearer/i);
});

/** The embedded database has one owner, which is the bot. */
test.skipIf(inject('store').socketDir === null)('S109 marked keys leave no mark in the database', async () => {
	const owner = await useMarkedKeys('marks-stored');
	expect(await owner.say('key list')).toContain('Opus');
	const dump = await databaseDump(world.databaseUrl ?? '');
	expect(dump.length).toBeGreaterThan(10_000);
	expect(dump).not.toContain(MARK);
	expect(dump).not.toContain(Buffer.from(MARK).toString('hex'));
});
