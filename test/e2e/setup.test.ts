/** The first steps in a new place: the greeting, and the guided set-up on one message. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { InteractionHandle } from '#playground/discord-server/interaction-handle';
import type { ChannelRecord, MessageRecord } from '#playground/discord-server/records';
import { componentIds } from '#playground/discord-server/sent-components';
import { answerText, CommandUser } from '../support/bot-commands.ts';
import { BotWorld, isNotice, OTHER_KEY, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ NOVELAI_API_KEY: '' });
});

afterEach(() => {
	expect(world.violations()).toEqual([]);
});

afterAll(async () => {
	await world.stop();
});

/** The panel of one person's set-up, used as a person uses it. */
class Panel {
	readonly #user: APIUser;
	readonly #opened: InteractionHandle;

	private constructor(user: APIUser, opened: InteractionHandle) {
		this.#user = user;
		this.#opened = opened;
	}

	static async open(user: APIUser, channel: ChannelRecord, locale = 'en-US'): Promise<Panel> {
		const opened = world.discord.as(user).slash(channel, 'setup', { locale });
		await opened.response(10_000);
		return new Panel(user, opened);
	}

	get record(): MessageRecord {
		const { original } = this.#opened.record;
		if (original === null) throw new Error('there is no panel');
		return original;
	}

	get isPrivate(): boolean {
		return this.#opened.ephemeral;
	}

	get ids(): readonly string[] {
		return componentIds(this.record.message.components ?? []);
	}

	get text(): string {
		return answerText(this.record.message);
	}

	/** Presses or chooses, and resolves with the panel's new text. */
	async use(customId: string, values?: readonly string[]): Promise<string> {
		const chosen = values === undefined ? {} : { values };
		const pressed = world.discord.as(this.#user).component(this.record.message, { customId, ...chosen });
		return answerText(await pressed.response(10_000));
	}

	async fill(customId: string, fields: Readonly<Record<string, string>>): Promise<string> {
		const actor = world.discord.as(this.#user);
		const opened = actor.button(this.record.message, customId);
		expect((await opened.callback()).type).toBe(9);
		return answerText(await actor.submitModal(opened, fields).response(10_000));
	}
}

async function place(name: string) {
	const ellen = world.discord.build.addUser(`ellen.${name}`, { globalName: 'Ellen' });
	const guild = world.discord.build.addGuild(name, { owner: ellen });
	const channel = world.discord.build.addChannel(guild, 'general');
	return { ellen, guild, channel };
}

describe('/setup', () => {
	test('walks through every step on one private message and keeps what was chosen', async () => {
		const { ellen, guild, channel } = await place('walk');
		const quiet = world.discord.build.addChannel(guild, 'tea');
		const panel = await Panel.open(ellen, channel);
		expect(panel.isPrivate).toBe(true);
		expect(panel.text).toContain('Step 1 of 5: Key');
		expect(panel.text).toContain('**Now:** none');
		expect(await panel.fill('setup:key:form', { key: OTHER_KEY })).toContain('Step 2 of 5: Model');
		expect(panel.text).toContain('✅');
		expect(panel.text).not.toContain(OTHER_KEY);
		expect(await panel.use('setup:model:choose', ['kayra-v1'])).toContain('Step 3 of 5: Persona');
		expect(await panel.fill('setup:persona:form', { name: 'Aiko' })).toContain('Step 4 of 5: Language');
		expect(await panel.use('setup:language:choose', ['pt-BR'])).toContain('Step 5 of 5');
		const done = await panel.use('setup:channels:choose', [quiet.id]);
		for (const shown of ['All set', 'Kayra', 'Aiko', `<#${quiet.id}>`, 'Português']) expect(done).toContain(shown);
		expect(panel.ids).toEqual(['setup:channels:show']);
		world.novelai.scripts.queue({ text: ' Olá.' });
		world.discord.as(ellen).send(quiet, 'nobody is mentioned');
		const answer = await world.discord.until(() => world.saidIn(quiet)[0], 15_000);
		expect(textOf(answer)).toBe('Olá.');
		expect(world.novelai.requests.at(-1)?.prompt).toContain('Aiko:');
	});

	test('every step may be skipped, and the way back is open', async () => {
		const { ellen, channel } = await place('skip');
		const panel = await Panel.open(ellen, channel);
		for (const [id, title] of [
			['setup:model:show', 'Step 2'],
			['setup:persona:show', 'Step 3'],
			['setup:persona:show', 'Step 3'],
		] as const) {
			if (panel.ids.includes(id)) expect(await panel.use(id)).toContain(title);
		}
		expect(await panel.use('setup:model:show')).toContain('Step 2');
		for (const step of ['persona', 'language', 'channels', 'done']) await panel.use(`setup:${step}:show`);
		expect(panel.text).toContain('All set');
		expect(panel.text).toContain('Tomori');
	});

	test('says above the same step what could not be saved', async () => {
		const { ellen, channel } = await place('refused');
		const panel = await Panel.open(ellen, channel);
		expect(await panel.fill('setup:key:form', { key: 'pst-a-key-that-nobody-has' })).toContain('Step 1 of 5');
		expect(panel.text).toContain('⚠️ NovelAI refused the key');
		await new CommandUser(world, ellen, channel).fill('persona create', { name: 'Bo', personality: 'Calm.' });
		await panel.use('setup:model:show');
		await panel.use('setup:persona:show');
		expect(await panel.fill('setup:persona:form', { name: 'Bo' })).toContain('⚠️');
		expect(panel.text).toContain('Step 3 of 5');
	});

	test('goes on after a restart', async () => {
		const { ellen, channel } = await place('restart');
		const panel = await Panel.open(ellen, channel);
		await world.stopBot();
		await world.startBot();
		expect(await panel.fill('setup:key:form', { key: OTHER_KEY })).toContain('Step 2 of 5');
	});

	test('takes channels away again, and leaves alone what others set', async () => {
		const { ellen, guild, channel } = await place('channels');
		const [one, two] = ['one', 'two'].map((name) => world.discord.build.addChannel(guild, name));
		if (!one || !two) throw new Error('there are no channels');
		const inThread = new CommandUser(world, ellen, world.discord.build.addThread(one, 'thread'));
		await inThread.say('behavior set', { name: 'auto_reply', value: '7' });
		await new CommandUser(world, ellen, two).say('behavior set', { name: 'auto_reply', value: '5-10' });
		const panel = await Panel.open(ellen, channel);
		for (const step of ['model', 'persona', 'language', 'channels']) await panel.use(`setup:${step}:show`);
		await panel.use('setup:channels:choose', [one.id, two.id]);
		await panel.use('setup:channels:show');
		expect(panel.text).toContain(`<#${one.id}>`);
		const menu = JSON.stringify(panel.record.message.components);
		expect(menu).toContain(two.id);
		// What the menu cannot offer would be missing from every choice.
		expect(menu).not.toContain(inThread.channelId);
		const shown = await new CommandUser(world, ellen, two).say('behavior show', { part: 'answering' });
		expect(shown).toContain('5-10');
		expect(await panel.use('setup:channels:choose', [])).toContain('All set');
		await panel.use('setup:channels:show');
		expect(panel.text).toContain(`**Now:** <#${inThread.channelId}>`);
		expect(await inThread.say('behavior show', { part: 'answering' })).toContain('`auto_reply`\n7');
	});

	test('needs Manage Server, also for a panel that was opened before', async () => {
		const { ellen, guild, channel } = await place('rights');
		const bo = world.discord.build.addUser('bo.rights', { globalName: 'Bo' });
		const managers = world.discord.build.addRole(guild, 'managers', { permissions: 0x20n });
		world.discord.build.addMember(guild, bo);
		expect(await new CommandUser(world, bo, channel).say('setup')).toContain('Manage Server');
		world.discord.build.changeMember(guild, bo, { roles: [managers] });
		const panel = await Panel.open(bo, channel);
		world.discord.build.changeMember(guild, bo, { roles: [] });
		expect(await panel.use('setup:model:show')).toContain('Manage Server');
		expect(panel.ids).toEqual([]);
		expect((await Panel.open(ellen, channel)).text).toContain('Step 1');
	});

	test('in direct messages is about the person alone, and has no channels', async () => {
		const mia = world.discord.build.addUser('mia.setup', { globalName: 'Mia' });
		const dm = world.discord.build.openDm(mia);
		const panel = await Panel.open(mia, dm, 'ja');
		expect(panel.text).toContain('ステップ 1/4');
		await panel.fill('setup:key:form', { key: OTHER_KEY });
		await panel.use('setup:model:choose', ['kayra-v1']);
		await panel.use('setup:language:show');
		expect(await panel.use('setup:language:choose', ['en'])).toContain('All set');
		world.novelai.scripts.queue({ text: ' Hello Mia.' });
		expect(textOf(await world.ask(mia, dm, 'hi'))).toBe('Hello Mia.');
	});
});

describe('the greeting', () => {
	const greetings = (channel: ChannelRecord): readonly MessageRecord[] => world.saidIn(channel).filter(isNotice);

	function join(name: string, options: Parameters<typeof world.discord.build.addGuild>[1]) {
		const ellen = world.discord.build.addUser(`ellen.${name}`, { globalName: 'Ellen' });
		const guild = world.discord.build.addGuild(name, { owner: ellen, ...options });
		const channels = world.discord.world.channelsOf(guild.id, 'channels');
		return { ellen, guild, channels };
	}

	const channelOf = (channels: readonly ChannelRecord[], name: string): ChannelRecord => {
		const channel = channels.find((one) => one.name === name);
		if (!channel) throw new Error(`there is no channel ${name}`);
		return channel;
	};

	test('comes once, where Discord welcomes people, in the language of the server', async () => {
		const { guild, channels } = join('ohayo', {
			channels: ['rules', 'welcome'],
			systemChannel: 'welcome',
			preferredLocale: 'ja' as never,
		});
		const welcome = channelOf(channels, 'welcome');
		const greeting = await world.discord.until(() => greetings(welcome)[0], 10_000);
		expect(textOf(greeting)).toContain('こんにちは、**Tomori**です');
		expect(textOf(greeting)).toContain('/setup');
		expect(textOf(greeting)).toContain(world.mention);
		expect(greeting.message.mentions).toEqual([]);
		world.discord.build.removeMember(guild, world.discord.world.application.bot);
		world.discord.build.addBotAgain(guild);
		const { channels: later } = join('after', { channels: ['general'] });
		await world.discord.until(() => greetings(channelOf(later, 'general'))[0], 10_000);
		expect(greetings(welcome)).toHaveLength(1);
		expect(greetings(channelOf(channels, 'rules'))).toEqual([]);
	});

	test('comes in the first channel where the bot may write, in English where the language is none of ours', async () => {
		const { channels } = join('bonjour', { channels: ['general', 'tea'], preferredLocale: 'fr' as never });
		const greeting = await world.discord.until(() => greetings(channelOf(channels, 'general'))[0], 10_000);
		expect(textOf(greeting)).toContain('Hello! I am **Tomori**');
	});

	test('never comes at a start, and never where the bot has been before', async () => {
		const { guild, channel, ellen } = await place('known');
		await new CommandUser(world, ellen, channel).say('persona show');
		await world.stopBot();
		const { channels } = join('while-away', { channels: ['general'] });
		await world.startBot();
		world.discord.build.removeMember(guild, world.discord.world.application.bot);
		world.discord.build.addBotAgain(guild);
		const { channels: later } = join('after-start', { channels: ['general'] });
		await world.discord.until(() => greetings(channelOf(later, 'general'))[0], 10_000);
		expect(world.saidIn(channel)).toEqual([]);
		expect(world.saidIn(channelOf(channels, 'general'))).toEqual([]);
	});

	test('is no part of a conversation', async () => {
		const { ellen, guild, channels } = join('talk', { channels: ['general'] });
		const channel = channelOf(channels, 'general');
		await world.discord.until(() => greetings(channel)[0], 10_000);
		await world.chooseModel({ guild, channel, ellen }, 'kayra-v1');
		await world.setKey(ellen, channel, { key: OTHER_KEY, scope: 'server' });
		world.novelai.scripts.queue({ text: ' Good day.' });
		await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect(world.novelai.requests.at(-1)?.prompt).not.toContain('/setup');
	});
});
