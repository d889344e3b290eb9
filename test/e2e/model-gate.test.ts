/** The gate of models on larger plans where scopes meet: inherited models, presets, fallbacks, direct messages. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { COUNTED_MODELS, CommandUser } from '../support/bot-commands.ts';
import { BotWorld, textOf } from '../support/bot-world.ts';

const TIERS = { tablet: 1, scroll: 2, opus: 3 } as const;
type TierName = keyof typeof TIERS;
const TABLET_REFUSAL = /is not part of the Tablet plan/;

let world: BotWorld;
let keysMade = 0;

/** A key of its own for each use, so that no test meets another's. */
function newKey(tier: TierName): string {
	keysMade += 1;
	const key = `pst-${tier}-key-number-${keysMade}`;
	world.novelai.accounts.set(key, { tier: TIERS[tier], active: true });
	return key;
}

beforeAll(async () => {
	// No guild may use the operator's key, so that a guild without a key of its own has none.
	world = await BotWorld.start({ NOVELAI_API_KEY_GUILDS: '1' });
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

/** A guild whose server has this model, its owner, and a member who manages nothing. */
async function newGuild(name: string, model = 'kayra-v1') {
	const place = await world.addGuild(name);
	const owner = new CommandUser(world, place.ellen, place.channel);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	await owner.say('model set', { model, scope: 'server' });
	return { ...place, owner, member: new CommandUser(world, bo, place.channel) };
}

describe('an inherited model', () => {
	test("is no choice: parameters set over the server's model hold no key to that model", async () => {
		const { member } = await newGuild('inherited', 'xialong-v1');
		expect(await member.say('model parameters', { scope: 'personal', temperature: '0.5' })).toContain('Saved.');
		expect(await member.key('key set', newKey('tablet'), { scope: 'personal' })).toContain('stored encrypted');
		await member.say('model set', { model: 'kayra-v1', scope: 'personal' });
		expect(await member.say('model set', { model: 'xialong-v1', scope: 'personal' })).toMatch(TABLET_REFUSAL);
	});

	test('passes the gate before a preset makes it the own one', async () => {
		const { member } = await newGuild('preset', 'xialong-v1');
		await member.key('key set', newKey('tablet'), { scope: 'personal' });
		const use = { name: 'Default-Xialong', scope: 'personal' };
		expect(await member.say('preset apply', use)).toMatch(TABLET_REFUSAL);
		expect(await member.key('key set', newKey('tablet'), { scope: 'personal' })).toContain('stored encrypted');
		await member.key('key set', newKey('opus'), { scope: 'personal' });
		expect(await member.say('preset apply', use)).toContain('is in use for Xialong');
		expect(await member.key('key set', newKey('tablet'), { scope: 'personal' })).toMatch(TABLET_REFUSAL);
	});
});

test.each(['server', 'personal'] as const)(
	'a fallback model holds a new %s key as the chosen model does',
	async (scope) => {
		const { owner } = await newGuild(`fallback-${scope}`);
		await owner.say('model fallback', { first: 'llama-3-erato-v1', scope });
		expect(await owner.key('key set', newKey('tablet'), { scope })).toMatch(TABLET_REFUSAL);
		await owner.key('key set', newKey('opus'), { scope });
		if (scope === 'server') expect(await owner.key('key add', newKey('tablet'), { scope })).toMatch(TABLET_REFUSAL);
		await owner.say('model fallback', { first: 'none', scope });
		expect(await owner.key('key set', newKey('tablet'), { scope })).toContain('stored encrypted');
	},
);

/** A person in a direct conversation. */
function newDirect(name: string): CommandUser {
	const kim = world.discord.build.addUser(`kim.${name}`, { globalName: 'Kim' });
	return new CommandUser(world, kim, world.discord.build.openDm(kim));
}

describe('in a direct conversation', () => {
	const SCOPES = ['server', 'personal'] as const;
	const PAIRS = SCOPES.flatMap((keyOf) => SCOPES.map((modelOf) => ({ keyOf, modelOf })));

	test.each(PAIRS)('a $keyOf key is asked about a $modelOf model', async ({ keyOf, modelOf }) => {
		const kim = newDirect(`model-${keyOf}-${modelOf}`);
		expect(await kim.key('key set', newKey('tablet'), { scope: keyOf })).toContain('stored encrypted');
		const use = { model: 'xialong-v1', scope: modelOf };
		expect(await kim.say('model set', use)).toMatch(TABLET_REFUSAL);
		expect(await kim.say('model fallback', { first: 'xialong-v1', scope: modelOf })).toMatch(TABLET_REFUSAL);
		await kim.key('key set', newKey('opus'), { scope: keyOf });
		expect(await kim.say('model set', use)).toContain('writes the replies');
	});

	test.each(PAIRS)('a $modelOf model holds a new $keyOf key', async ({ keyOf, modelOf }) => {
		const kim = newDirect(`key-${keyOf}-${modelOf}`);
		await kim.say('model set', { model: 'xialong-v1', scope: modelOf });
		expect(await kim.key('key set', newKey('tablet'), { scope: keyOf })).toMatch(TABLET_REFUSAL);
		expect(await kim.key('key set', newKey('opus'), { scope: keyOf })).toContain('stored encrypted');
	});
});

const SAVED = /writes the replies/;
const NO_KEY = /NovelAI key/;
const ENDED = /^The NovelAI subscription of this key is not active/;
const REVOKED = /^NovelAI refused the key/;

/** A key's plan when it is stored and remembered, what becomes of it, and what is then said of a choice and a reply. */
interface KeyState {
	readonly state: string;
	/** Null is no key at all. */
	readonly stored: TierName | null;
	readonly becomes: TierName | 'ended' | 'revoked' | null;
	/** What the choice of a model for Opus alone is answered. */
	readonly choice: RegExp;
	/** Why there is no reply of such a model, once chosen, and of a model for every plan; null where there is one. */
	readonly opusOnly: RegExp | null;
	readonly everyPlan: RegExp | null;
}

const SERVED = { becomes: null, opusOnly: null, everyPlan: null };
const KEY_STATES: readonly KeyState[] = [
	{ ...SERVED, state: 'no key', stored: null, choice: SAVED, opusOnly: NO_KEY, everyPlan: NO_KEY },
	{ ...SERVED, state: 'Tablet', stored: 'tablet', choice: TABLET_REFUSAL },
	{ ...SERVED, state: 'Scroll', stored: 'scroll', choice: /is not part of the Scroll plan/ },
	{ ...SERVED, state: 'Opus', stored: 'opus', choice: SAVED },
	{ ...SERVED, state: 'Tablet that became Opus', stored: 'tablet', becomes: 'opus', choice: SAVED },
	{
		...SERVED,
		state: 'Opus that became Tablet',
		stored: 'opus',
		becomes: 'tablet',
		choice: SAVED,
		opusOnly: /is not part of the/,
	},
	{ state: 'Opus that ended', stored: 'opus', becomes: 'ended', choice: SAVED, opusOnly: ENDED, everyPlan: ENDED },
	{ state: 'Tablet that ended', stored: 'tablet', becomes: 'ended', choice: ENDED, opusOnly: null, everyPlan: ENDED },
	{ state: 'Opus, revoked', stored: 'opus', becomes: 'revoked', choice: SAVED, opusOnly: REVOKED, everyPlan: REVOKED },
	{
		state: 'Tablet, revoked',
		stored: 'tablet',
		becomes: 'revoked',
		choice: REVOKED,
		opusOnly: null,
		everyPlan: REVOKED,
	},
];
const PLACES = ['server', 'personal', 'direct'] as const;
const MODELS = COUNTED_MODELS.filter((model) => model === 'kayra-v1' || model === 'xialong-v1');
const MATRIX = MODELS.flatMap((model) =>
	PLACES.flatMap((place) => KEY_STATES.map((keyState) => ({ model, place, ...keyState }))),
);

function become(key: string, what: KeyState['becomes']): void {
	if (what === 'revoked') world.novelai.accounts.remove(key);
	else if (what === 'ended') world.novelai.accounts.set(key, { tier: TIERS.opus, active: false });
	else if (what !== null) world.novelai.accounts.set(key, { tier: TIERS[what], active: true });
}

describe('the state of the key', () => {
	test.each(MATRIX)(
		'$state, $model, $place: what the choice is answered, and the next reply',
		async ({ model, place, state, stored, becomes, choice, opusOnly, everyPlan }) => {
			const name = `${place}-${state}-${model}`.replaceAll(/\W+/g, '-').toLowerCase();
			const user = place === 'direct' ? newDirect(name) : (await newGuild(name)).owner;
			// In a direct conversation the key is the conversation's and the choice the person's own.
			const scope = place === 'direct' ? 'personal' : place;
			if (stored !== null) {
				const key = newKey(stored);
				const said = await user.key('key set', key, { scope: place === 'direct' ? 'server' : place });
				expect(said).toContain('stored encrypted');
				become(key, becomes);
			}
			const isGated = model !== 'kayra-v1';
			const answer = await user.say('model set', { model, scope });
			expect(answer).toMatch(isGated ? choice : SAVED);
			if (isGated && choice !== SAVED) return;
			const { outcome, answers, generations } = await user.talk();
			const trouble = isGated ? opusOnly : everyPlan;
			expect(outcome).toBe(trouble === null ? 'replied' : 'failed');
			if (trouble === null) expect(generations.map((request) => request.model)).toEqual([model]);
			else expect(answers.map(textOf).join()).toMatch(trouble);
		},
	);
});
