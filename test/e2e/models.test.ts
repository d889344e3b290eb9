/** Models, presets and parameters: commands on the loopback Discord, and what the loopback NovelAI is then sent. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { COUNTED_MODELS, CommandUser, parametersOf } from '../support/bot-commands.ts';
import { BotWorld, OTHER_KEY, textOf } from '../support/bot-world.ts';
import { choiceRows } from '../support/database-dump.ts';

/** A generation that fails at once and is not tried again on the same key. */
const REFUSED = {
	response: { status: 400, body: '{"statusCode":400,"message":"no"}', contentType: 'application/json' },
};

/** A model besides Kayra, or null where none can be counted. */
const OTHER_MODEL = COUNTED_MODELS.find((model) => model === 'glm-4-6' || model === 'llama-3-erato-v1') ?? null;

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newGuild(name: string) {
	const place = await world.addGuild(name);
	const owner = new CommandUser(world, place.ellen, place.channel);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	return { ...place, owner, member: new CommandUser(world, bo, place.channel) };
}

/** Why rows cannot be compared: the embedded database has one owner, which is the bot. */
const NO_ROWS = 'needs a second connection to the database';

/** Every stored choice, or null where the database cannot be read beside the bot. */
async function storedRows(): Promise<readonly string[] | null> {
	return world.databaseUrl === null ? null : await choiceRows(world.databaseUrl);
}

describe('/model set', () => {
	test('suggests every model with what it can do and which plans serve it', async () => {
		const { owner } = await newGuild('suggest');
		const suggested = await owner.suggestions('model set', 'model');
		const names = suggested.map((choice) => choice.name.replace(/ · tokenizer not installed$/, ''));
		expect(names).toEqual([
			'GLM-4.6 (glm-4-6) · chat, thinking · Tablet/Scroll/Opus',
			'Xialong (xialong-v1) · chat · Opus',
			'Kayra (kayra-v1) · story · Tablet/Scroll/Opus',
			'Erato (llama-3-erato-v1) · story · Opus',
		]);
		const some = await owner.suggestions('model set', 'model', 'era');
		expect(some.map((choice) => choice.value)).toEqual(['llama-3-erato-v1']);
	});

	test.each(['en-US', 'ja', 'pt-BR'])('is answered in %s', async (locale) => {
		const { owner } = await newGuild(`language-${locale}`);
		const answers = {
			'en-US': 'writes the replies',
			ja: '返信を書きます',
			'pt-BR': 'escreve as respostas',
		};
		const said = await owner.say('model set', { model: 'llama-3-erato-v1', scope: 'server' }, locale);
		expect(said).toContain(answers[locale as keyof typeof answers]);
		expect(said).toContain('Erato-Shosetsu');
	});

	test('an unknown model, and a server choice by someone who does not manage it, change nothing', async ({ skip }) => {
		const { owner, member } = await newGuild('refused');
		const before = await storedRows();
		expect(await owner.say('model set', { model: 'gpt-2' })).toContain('gpt-2');
		expect(await member.say('model set', { model: 'kayra-v1', scope: 'server' })).toContain('Manage Server');
		if (before === null) return skip(NO_ROWS);
		expect(await storedRows()).toEqual(before);
	});

	test.for(COUNTED_MODELS)(
		'%s writes the next reply on its default preset, and the choice is saved twice',
		async (model, { skip }) => {
			const { owner } = await newGuild(`set-${model}`);
			await owner.say('model set', { model: model === 'kayra-v1' ? 'glm-4-6' : 'kayra-v1', scope: 'server' });
			await owner.say('model parameters', { scope: 'server', max_output_tokens: '120', temperature: '0.3' });
			await owner.say('model set', { model, scope: 'server' });
			const { outcome, generations } = await owner.talk();
			expect(outcome).toBe('replied');
			expect(generations.map((request) => request.model)).toEqual([model]);
			const sent = parametersOf(generations[0]);
			const own = { 'glm-4-6': [1, 40, 0.95], 'xialong-v1': [0.85, 250, 0.95], 'kayra-v1': [1.35, 15, 0.85] };
			const [temperature, top_k, top_p] = own[model as keyof typeof own] ?? [];
			if (temperature !== undefined) expect(sent).toMatchObject({ temperature, top_k, top_p });
			else expect(sent).toMatchObject({ order: [9, 10], math1_temp: 0.3, min_p: 0.05 });
			expect(sent['max_tokens'] ?? sent['max_length']).toBe(120);
			const rows = await storedRows();
			if (rows === null) return skip(NO_ROWS);
			const tables = rows.filter((row) => row.includes(`,${model},`)).map((row) => row.split(' ')[0]);
			expect(tables).toEqual(expect.arrayContaining(['server_settings', 'saved_provider_configs']));
		},
	);

	test('choosing the same model again keeps preset and edits, choosing another ends them', async () => {
		const { owner } = await newGuild('again');
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		await owner.say('preset apply', { name: 'Asper-Kayra', scope: 'server' });
		await owner.say('model parameters', { scope: 'server', temperature: '0.5' });
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		expect(parametersOf((await owner.talk()).generations[0])).toMatchObject({ temperature: 0.5, top_k: 175 });
		await owner.say('model set', { model: 'glm-4-6', scope: 'server' });
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		expect(parametersOf((await owner.talk()).generations[0])).toMatchObject({ temperature: 1.35, top_k: 15 });
	});
});

describe('/model parameters', () => {
	test('an edit acts, also on a sampler that the preset leaves out, until the next preset', async () => {
		const { owner } = await newGuild('edits');
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		await owner.say('preset apply', { name: 'Stelenes-Kayra', scope: 'server' });
		const edits = { temperature: '0.7', top_p: '0.9', top_k: '7', min_p: '0.02', frequency: '0.5', presence: '-0.5' };
		const said = await owner.say('model parameters', { scope: 'server', ...edits, max_output_tokens: '99' });
		expect(said).toContain('temperature: 0.7 (changed)');
		const sent = parametersOf((await owner.talk()).generations[0]);
		expect(sent).toMatchObject({ temperature: 0.7, top_p: 0.9, top_k: 7, min_p: 0.02, max_length: 99 });
		expect(sent).toMatchObject({ repetition_penalty_frequency: 0.5, repetition_penalty_presence: -0.5 });
		expect(sent['order']).toEqual(expect.arrayContaining([3, 0, 5, 1, 2, 10]));
		await owner.say('preset apply', { name: 'Stelenes-Kayra', scope: 'server' });
		const reset = parametersOf((await owner.talk()).generations[0]);
		expect(reset).toMatchObject({ temperature: 2.5, order: [3, 0, 5], max_length: 99 });
		expect(reset).not.toHaveProperty('top_p');
	});

	test('nothing given and values out of range are one sentence each and change nothing', async ({ skip }) => {
		const { owner, member } = await newGuild('ranges');
		const before = await storedRows();
		expect(await owner.say('model parameters', { scope: 'server' })).toContain('at least one');
		const outside = await owner.say('model parameters', { scope: 'server', top_p: '0.5', temperature: '2.1' });
		expect(outside.trim()).toBe('`temperature` takes a number from 0 to 2, or `default`; nothing was changed.');
		expect(await owner.say('model parameters', { scope: 'server', max_output_tokens: '1.5' })).toContain(
			'1 to 131,072',
		);
		expect(await member.say('model parameters', { scope: 'server', top_k: '1' })).toContain('Manage Server');
		if (before === null) return skip(NO_ROWS);
		expect(await storedRows()).toEqual(before);
	});

	test("a length above what NovelAI publishes for the key's plan is stored with a warning", async () => {
		const { owner } = await newGuild('published');
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		const within = await owner.say('model parameters', { scope: 'server', max_output_tokens: '250' });
		expect(within).not.toContain('publishes');
		const above = await owner.say('model parameters', { scope: 'server', max_output_tokens: '251' });
		expect(above).toContain('longer than NovelAI publishes for Kayra (Opus 250 tokens)');
		expect(parametersOf((await owner.talk()).generations[0])).toMatchObject({ max_length: 251 });
	});

	test('stop strings are added, suggested for removal, sent and cleared', async () => {
		const { owner } = await newGuild('stops');
		await owner.say('model parameters', { scope: 'server', stop: '\\nTHE END' });
		const said = await owner.say('model parameters', { scope: 'server', stop: '\\n\\nOOC' });
		expect(said).toContain('THE END');
		const values = (await owner.suggestions('model parameters', 'stop')).map((choice) => choice.value);
		expect(values).toEqual(['!clear', '!remove \\nTHE END', '!remove \\n\\nOOC']);
		world.novelai.scripts.queue({ text: ' Fine.\nTHE END and more.', obeyLimits: true });
		expect((await owner.talk()).answers.map(textOf)).toEqual(['Fine.']);
		await owner.say('model parameters', { scope: 'server', stop: '!clear' });
		world.novelai.scripts.queue({ text: ' Fine.\nTHE END and more.', obeyLimits: true });
		expect((await owner.talk()).answers.map(textOf).join(' ')).toContain('THE END and more.');
	});

	test.skipIf(!COUNTED_MODELS.includes('glm-4-6'))('the thinking level reaches the prompt', async () => {
		const { owner } = await newGuild('thinking');
		await owner.say('model parameters', { scope: 'server', thinking: 'high' });
		expect((await owner.talk()).generations[0]?.prompt).not.toContain('/nothink');
		await owner.say('model parameters', { scope: 'server', thinking: 'none' });
		expect((await owner.talk()).generations[0]?.prompt).toContain('/nothink');
	});
});

describe('/preset', () => {
	test('list names every preset by its models, show its parameters', async () => {
		const { owner } = await newGuild('list');
		const list = await owner.say('preset list');
		for (const name of ['Carefree-Kayra (default)', 'Erato-Shosetsu (default)', 'Default-Xialong (default)']) {
			expect(list.replaceAll('\\', '')).toContain(name);
		}
		const shown = (await owner.say('preset show', { name: 'asper-kayra' })).replaceAll('\\', '');
		expect(shown).toContain('top_k: 175');
		expect(shown).toContain('order: 5, 0, 1, 3');
		expect(await owner.say('preset show', { name: 'Nothing' })).toContain('no preset called Nothing');
	});

	test('a preset for other models is refused, and only fitting ones are suggested', async ({ skip }) => {
		const { owner } = await newGuild('misfit');
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		const before = await storedRows();
		expect(await owner.say('preset apply', { name: 'Erato-Wilder', scope: 'server' })).toContain('made for Erato');
		const names = (await owner.suggestions('preset apply', 'name')).map((choice) => String(choice.value));
		expect(names).toHaveLength(13);
		expect(names.every((name) => name.endsWith('-Kayra'))).toBe(true);
		if (before === null) return skip(NO_ROWS);
		expect(await storedRows()).toEqual(before);
	});
});

describe('/model fallback', () => {
	test('stores an ordered list, shows it and empties it', async () => {
		const { owner, member } = await newGuild('fallback-list');
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		const options = { scope: 'server', first: 'glm-4-6', second: 'kayra-v1', third: 'xialong-v1' };
		expect(await owner.say('model fallback', options)).toMatch(/GLM-4\.6.* → Xialong/);
		expect(await owner.say('model fallback', { scope: 'server' })).toMatch(/GLM-4\.6.* → Xialong/);
		expect(await member.say('model fallback', { scope: 'server', first: 'none' })).toContain('Manage Server');
		expect(await owner.say('model fallback', { scope: 'server', first: 'gpt-2' })).toContain('gpt-2');
		expect(await owner.say('model fallback', { scope: 'server', first: 'none' })).toContain('No other model');
	});

	test.skipIf(OTHER_MODEL === null)(
		'a failed model is followed silently by the next, and what it had posted is taken back',
		async () => {
			const { owner, channel } = await newGuild('take-back');
			const [first, second] = [OTHER_MODEL ?? '', 'kayra-v1'];
			await owner.say('model set', { model: first, scope: 'server' });
			await owner.say('model fallback', { scope: 'server', first: second });
			const text = ` A first paragraph.\n\nA second one that never ends well${', and goes on'.repeat(20)}.`;
			world.novelai.scripts.queue({ text, errorAfterTokens: { tokens: 24, message: 'broken' } });
			world.novelai.scripts.queue({ text: ' The other model speaks.' });
			const { outcome, generations } = await owner.talk();
			expect(outcome).toBe('replied');
			expect(generations.map((request) => request.model)).toEqual([first, second]);
			const left = world.saidIn(channel).filter((record) => !record.deleted);
			expect(left.map(textOf)).toEqual(['The other model speaks.']);
			expect(world.postsTo(channel).length).toBeGreaterThan(1);
		},
	);

	test('the last failure is told, once', async () => {
		const { owner } = await newGuild('all-fail');
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		await owner.say('model fallback', { scope: 'server', first: COUNTED_MODELS[0] ?? '' });
		world.novelai.scripts.always(REFUSED);
		const { outcome, answers, generations } = await owner.talk();
		expect(outcome).toBe('failed');
		expect(generations).toHaveLength(COUNTED_MODELS[0] === 'kayra-v1' ? 1 : 2);
		expect(answers.map(textOf)).toEqual(['NovelAI refused the request: no']);
	});
});

const OWNERS = ['server', 'personal', 'both'] as const;
const SERVING = ['server', 'personal'] as const;
const ATTEMPTS = OTHER_MODEL === null ? (['primary'] as const) : (['primary', 'fallback'] as const);
const MATRIX = OWNERS.flatMap((presetOf) =>
	SERVING.flatMap((serving) => ATTEMPTS.map((attempt) => ({ presetOf, serving, attempt }))),
);

describe('whose preset is sent', () => {
	test.for(MATRIX)(
		'preset of $presetOf, served by $serving, $attempt attempt: its own preset or the defaults, and no row changes',
		async ({ presetOf, serving, attempt }, { skip }) => {
			const { member, owner } = await newGuild(`matrix-${presetOf}-${serving}-${attempt}`);
			if (serving === 'personal') await member.key('key set', OTHER_KEY, { scope: 'personal' });
			await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
			await member.say('model set', { model: 'kayra-v1', scope: 'personal' });
			if (presetOf !== 'personal') await owner.say('preset apply', { name: 'Asper-Kayra', scope: 'server' });
			if (presetOf !== 'server') await member.say('preset apply', { name: 'Pilotfish-Kayra', scope: 'personal' });
			if (attempt === 'fallback') {
				const other = OTHER_MODEL ?? '';
				for (const who of [owner, member]) {
					const scope = who === owner ? 'server' : 'personal';
					await who.say('model parameters', { scope, temperature: '0.11', top_k: '3', min_p: '0.9' });
					await who.say('model fallback', { first: other, scope });
				}
				world.novelai.scripts.queue(REFUSED);
			}
			const before = await storedRows();
			const { outcome, generations } = await member.talk();
			expect(outcome).toBe('replied');
			const sent = parametersOf(generations.at(-1));
			if (attempt === 'fallback') {
				const defaults = OTHER_MODEL === 'glm-4-6' ? { temperature: 1, top_k: 40 } : { order: [9, 10], min_p: 0.05 };
				expect(sent).toMatchObject(defaults);
				expect(Object.values(sent)).not.toContain(0.11);
			} else {
				const asper = { temperature: 1.16, top_k: 175 };
				const pilotfish = { temperature: 1.31, top_k: 25 };
				const carefree = { temperature: 1.35, top_k: 15 };
				const own = serving === 'server' ? asper : pilotfish;
				expect(sent).toMatchObject(presetOf === serving || presetOf === 'both' ? own : carefree);
			}
			if (before === null) return skip(NO_ROWS);
			expect(await storedRows()).toEqual(before);
		},
	);
});
