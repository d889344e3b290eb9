/** `/key`, `/model` and what all slash commands share, from the click to the answer and to the next reply. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { InteractionHandle } from '#playground/discord-server/interaction-handle';
import type { ChannelRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { BotWorld, GLM_AVAILABLE, OTHER_KEY, type TestGuild } from '../support/bot-world.ts';
import { type HeldHost, startHeldHost } from '../support/held-host.ts';

let world: BotWorld;
let accountHost: HeldHost;

beforeAll(async () => {
	accountHost = startHeldHost(() => world.novelai.url);
	world = await BotWorld.start({ NOVELAI_ACCOUNT_URL: accountHost.url });
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect(world.violations()).toEqual([]);
	const written = JSON.stringify([world.discord.requests, world.novelai.requests, world.logLines]);
	expect(written.match(/pst-\w{3,}/g)).toBeNull();
});

afterAll(async () => {
	await world.stop();
	await accountHost.stop();
});

/** A member who manages nothing. */
function addMember({ guild }: TestGuild, name: string): APIUser {
	const member = world.discord.build.addUser(name, { globalName: name });
	world.discord.build.addMember(guild, member);
	return member;
}

const cardOf = (message: APIMessage): string => JSON.stringify(message.embeds[0] ?? null);

/** The prompt of the next reply in a channel. */
async function nextPrompt(user: APIUser, channel: ChannelRecord): Promise<string> {
	const content = channel.guildId === null ? 'hi' : `${world.mention} hi`;
	const asked = await world.askThrough(user, channel, content);
	expect(asked.outcome).toBe('replied');
	return world.novelai.requests.at(-1)?.prompt ?? '';
}

describe('/key set', () => {
	interface KeyUse {
		readonly key: string;
		readonly scope?: 'server' | 'personal';
	}

	async function setKey(user: APIUser, channel: ChannelRecord, { key, scope }: KeyUse): Promise<InteractionHandle> {
		const opened = world.discord.as(user).slash(channel, 'key set', { options: scope ? { scope } : {} });
		const isForm = (await opened.callback()).type === 9;
		const submitted = isForm ? world.discord.as(user).submitModal(opened, { key }) : opened;
		await submitted.response();
		expect(submitted.ephemeral).toBe(true);
		return submitted;
	}

	test('text that cannot be a key is refused without asking NovelAI', async () => {
		const { channel, ellen } = await world.addGuild('bad-shape');
		const before = accountHost.received;
		for (const key of ['two words here', 'schlüssel-ohne-ascii']) {
			const answer = await setKey(ellen, channel, { key, scope: 'server' });
			expect(answer.latest()?.content).toContain('does not look like a NovelAI key');
		}
		expect(accountHost.received).toBe(before);
	});

	test('a key that NovelAI refuses, or whose plan has ended, is not stored', async () => {
		const { channel, ellen } = await world.addGuild('refused-key');
		const refused = await setKey(ellen, channel, { key: 'pst-nobody-knows-this', scope: 'personal' });
		expect(refused.latest()?.content).toBe('NovelAI refused the key. Please set a new one with `/key set`.');
		world.novelai.accounts.set('pst-plan-has-ended', { tier: 3, active: false });
		const ended = await setKey(ellen, channel, { key: 'pst-plan-has-ended', scope: 'personal' });
		expect(ended.latest()?.content).toBe('The NovelAI subscription of this key is not active.');
		const digest = world.novelai.requests.at(-1)?.authorizationDigest;
		await nextPrompt(ellen, channel);
		expect(world.novelai.requests.at(-1)?.authorizationDigest).not.toBe(digest);
	});

	test('a good key is stored, named by its plan, and used from then on', async () => {
		const { channel, ellen } = await world.addGuild('good-key');
		world.novelai.accounts.set('pst-good-key', { tier: 2, active: true });
		const stored = await setKey(ellen, channel, { key: '  pst-good-key ', scope: 'server' });
		expect(stored.latest()?.content).toMatch(
			/^The key works and is stored encrypted \(plan: Scroll, fingerprint: [0-9a-f]{4}\)\.$/,
		);
		const digest = world.novelai.requests.at(-1)?.authorizationDigest;
		await nextPrompt(ellen, channel);
		expect(world.novelai.requests.at(-1)?.authorizationDigest).toBe(digest);
	});

	test.skipIf(inject('store').socketDir === null)('no column of the database holds the key', async () => {
		const { channel, ellen } = await world.addGuild('stored-key');
		await setKey(ellen, channel, { key: OTHER_KEY, scope: 'server' });
		const client = new pg.Client({ connectionString: world.databaseUrl ?? '' });
		await client.connect();
		const { rows } = await client.query<{ ciphertext: Buffer }>('select * from server_credentials');
		await client.end();
		expect(rows.length).toBeGreaterThan(0);
		const everything = rows.flatMap((row) => [JSON.stringify(row), row.ciphertext.toString('latin1')]).join('\n');
		expect(everything.includes(OTHER_KEY)).toBe(false);
	});

	test("the server's key is for those with Manage Server; without a scope others set their own", async () => {
		const place = await world.addGuild('no-manage');
		const bo = addMember(place, 'bo');
		const before = accountHost.received;
		const refused = await setKey(bo, place.channel, { key: OTHER_KEY, scope: 'server' });
		expect(refused.latest()?.content).toBe('That needs the Manage Server permission.');
		expect(accountHost.received).toBe(before);
		const own = await setKey(bo, place.channel, { key: OTHER_KEY });
		expect(own.latest()?.content).toContain('stored encrypted');
		const digest = world.novelai.requests.at(-1)?.authorizationDigest;
		await nextPrompt(bo, place.channel);
		expect(world.novelai.requests.at(-1)?.authorizationDigest).toBe(digest);
		await nextPrompt(place.ellen, place.channel);
		expect(world.novelai.requests.at(-1)?.authorizationDigest).not.toBe(digest);
	});
});

describe('/model', () => {
	test('show names the model in use and the others, for the asker only and in their language', async () => {
		const place = await world.addGuild('model-show');
		await world.chooseModel(place, 'kayra-v1');
		const shown = world.discord.as(place.ellen).slash(place.channel, 'model show', { locale: 'ja' });
		const answer = await shown.response();
		expect(shown.ephemeral).toBe(true);
		expect(answer.content).toMatch(/Kayra/);
		expect(answer.content).not.toContain('In use here');
		expect(cardOf(answer)).toContain('kayra-v1');
		expect(cardOf(answer)).toContain('glm-4-6');
	});

	test('suggestions follow what is typed, and the chosen model writes the next reply', async () => {
		const { channel, ellen } = await world.addGuild('model-set');
		const typing = (model: string) =>
			world.discord.as(ellen).autocomplete(channel, 'model set', { focused: 'model', options: { model } }).choices();
		expect(await typing('KAY')).toEqual([{ name: 'Kayra (kayra-v1) · story · Tablet/Scroll/Opus', value: 'kayra-v1' }]);
		expect((await typing('')).map((choice) => choice.value)).toEqual(expect.arrayContaining(['glm-4-6', 'kayra-v1']));
		expect(await typing('nothing like it')).toEqual([]);
		const set = world.discord
			.as(ellen)
			.slash(channel, 'model set', { options: { model: 'kayra-v1', scope: 'server' } });
		expect((await set.response()).content).toMatch(/^From now on \*\*Kayra\*\* writes the replies\.$/m);
		expect(set.ephemeral).toBe(true);
		await nextPrompt(ellen, channel);
		expect(world.novelai.requests.at(-1)?.model).toBe('kayra-v1');
	});

	test('an unknown model is refused by name, and so is a member who manages nothing', async () => {
		const place = await world.addGuild('model-unknown');
		const bo = addMember(place, 'bo-models');
		const use = { options: { model: 'gpt-@everyone', scope: 'server' } };
		const unknown = await world.discord.as(place.ellen).slash(place.channel, 'model set', use).response();
		expect(unknown.content).toBe('I do not know a model called gpt-@everyone. `/model show` lists those I know.');
		expect(unknown.mention_everyone).toBe(false);
		const refused = await world.discord.as(bo).slash(place.channel, 'model set', use).response();
		expect(refused.content).toBe('That needs the Manage Server permission.');
	});

	test.skipIf(!GLM_AVAILABLE)('a personal choice is for that person only, and works with their own key', async () => {
		const place = await world.addGuild('model-personal');
		const bo = addMember(place, 'bo-personal');
		await world.setKey(bo, place.channel, { key: OTHER_KEY, scope: 'personal' });
		const set = { options: { model: 'kayra-v1' } };
		await world.discord.as(bo).slash(place.channel, 'model set', set).response();
		await nextPrompt(bo, place.channel);
		expect(world.novelai.requests.at(-1)?.model).toBe('kayra-v1');
		await nextPrompt(place.ellen, place.channel);
		expect(world.novelai.requests.at(-1)?.model).toBe('glm-4-6');
	});
});

describe('everywhere', () => {
	test('in a direct message people manage their own place', async () => {
		const kim = world.discord.build.addUser('kim', { globalName: 'Kim' });
		const channel = world.discord.build.openDm(kim);
		const stored = await world.setKey(kim, channel, { key: OTHER_KEY, scope: 'personal' });
		expect(stored.content).toContain('Opus');
		const as = world.discord.as(kim);
		await as.slash(channel, 'model set', { options: { model: 'kayra-v1' } }).response();
		expect((await as.slash(channel, 'model show').response()).content).toBe('In use here: **Kayra**');
		const opened = as.slash(channel, 'persona create', { options: { main: 'yes' } });
		await opened.callback();
		const made = await as.submitModal(opened, { name: 'Rin', personality: 'Rin whispers.' }).response();
		expect(made.content).toBe('I am **Rin** now.');
		expect(cardOf(await as.slash(channel, 'persona show').response())).toContain('Rin whispers.');
		expect(await nextPrompt(kim, channel)).toContain('Rin whispers.');
	});

	test.skipIf(inject('store').socketDir === null)(
		'every command is acknowledged while the database does not answer',
		async () => {
			const { channel, ellen } = await world.addGuild('slow-store');
			const as = world.discord.as(ellen);
			const client = new pg.Client({ connectionString: world.databaseUrl ?? '' });
			await client.connect();
			await client.query('begin');
			await client.query('lock table servers, users in access exclusive mode');
			const file = { filename: 'x.json', bytes: '{"name":"X","description":"Y."}' };
			const deferred = [
				as.slash(channel, 'model show'),
				as.slash(channel, 'model set', { options: { model: 'kayra-v1' } }),
				as.slash(channel, 'persona show', { options: { public: 'yes' } }),
				as.slash(channel, 'persona import', { options: { file } }),
			];
			const forms = [as.slash(channel, 'key set'), as.slash(channel, 'persona create', { options: { main: 'yes' } })];
			for (const used of deferred) expect((await used.callback()).type).toBe(5);
			for (const used of forms) expect((await used.callback()).type).toBe(9);
			// What it begins with cannot be read, so this form is not opened.
			const unfilled = as.slash(channel, 'persona edit');
			expect((await unfilled.callback()).type).toBe(4);
			expect(unfilled.ephemeral).toBe(true);
			expect((await unfilled.response()).content).toContain('My memory is out of reach');
			const submitted = as.submitModal(forms[0] ?? expect.fail(), { key: 'not a key at all' });
			expect((await submitted.callback()).type).toBe(5);
			const typing = { focused: 'name', options: { name: 't' } };
			expect(await as.autocomplete(channel, 'persona show', typing).choices()).toEqual([]);
			expect(deferred.map((used) => used.latest()?.content)).toEqual(['', '', '', '']);
			await client.query('rollback');
			await client.end();
			for (const used of [...deferred, submitted]) await used.response();
		},
	);

	test('/key set is acknowledged while NovelAI does not answer', async () => {
		const { channel, ellen } = await world.addGuild('slow-account');
		const gate = newGate();
		accountHost.holdUntil(gate.opened);
		const opened = world.discord.as(ellen).slash(channel, 'key set');
		await opened.callback();
		const before = accountHost.received;
		const submitted = world.discord.as(ellen).submitModal(opened, { key: OTHER_KEY });
		expect((await submitted.callback()).type).toBe(5);
		await world.discord.until(() => accountHost.received > before);
		expect(submitted.record.originalVersions).toEqual([]);
		gate.open();
		expect((await submitted.response()).content).toContain('stored encrypted');
	});

	test('every description and choice is registered in Japanese and Brazilian Portuguese too', () => {
		interface Node {
			readonly name: string;
			readonly description?: string;
			readonly description_localizations?: Readonly<Record<string, string>>;
			readonly name_localizations?: Readonly<Record<string, string>>;
			readonly options?: readonly Node[];
			readonly choices?: readonly Node[];
		}
		const described: Node[] = [];
		const chosen: Node[] = [];
		const visit = (node: Node): void => {
			described.push(node);
			chosen.push(...(node.choices ?? []));
			for (const option of node.options ?? []) visit(option);
		};
		for (const command of world.discord.world.commands.values()) {
			// Commands in the menu of a message have no description; there the name itself is translated.
			if (command.type === 3) chosen.push(command as unknown as Node);
			else visit(command as unknown as Node);
		}
		expect(described.map((node) => node.name)).toEqual(
			expect.arrayContaining(['key', 'model', 'persona', 'set', 'show', 'create', 'import', 'public']),
		);
		for (const node of described) {
			expect(Object.keys(node.description_localizations ?? {})).toEqual(expect.arrayContaining(['ja', 'pt-BR']));
			expect(node.description_localizations?.['ja']).not.toBe(node.description);
			expect(node.description_localizations?.['pt-BR']).not.toBe(node.description);
		}
		expect(chosen.length).toBeGreaterThan(0);
		for (const choice of chosen) {
			expect(Object.keys(choice.name_localizations ?? {})).toEqual(expect.arrayContaining(['ja', 'pt-BR']));
		}
	});
});
