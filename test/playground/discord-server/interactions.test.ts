/** Commands, components, modals and autocomplete, from the user's click to the bot's last edit. */
import {
	ActionRowBuilder,
	ButtonBuilder,
	ButtonStyle,
	type ChatInputCommandInteraction,
	type Client,
	Events,
	type Interaction,
	MessageFlags,
	ModalBuilder,
	StringSelectMenuBuilder,
	TextInputBuilder,
	TextInputStyle,
	UserSelectMenuBuilder,
} from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import { closeScenes, connect, errorCode, openScene, textChannel } from './connect.ts';

afterEach(closeScenes);

const commands = [
	{
		name: 'memory',
		description: 'Memories',
		options: [
			{
				type: 1,
				name: 'add',
				description: 'Adds one',
				options: [
					{ type: 3, name: 'text', description: 'What', required: true, max_length: 20 },
					{ type: 6, name: 'about', description: 'Whom' },
					{ type: 3, name: 'topic', description: 'Topic', autocomplete: true },
				],
			},
		],
	},
	{ name: 'inspect', type: 3 },
	{ name: 'card', description: 'A card', options: [{ type: 11, name: 'file', description: 'File', required: true }] },
];

/** Registers the commands and answers every interaction by `handle`. */
async function register(client: Client<true>, handle: (interaction: Interaction) => Promise<unknown>): Promise<void> {
	await client.application.commands.set(commands as never);
	client.on(Events.InteractionCreate, (interaction) => void handle(interaction).catch(() => undefined));
}

function chat(handle: (interaction: ChatInputCommandInteraction) => Promise<unknown>) {
	return async (interaction: Interaction): Promise<unknown> =>
		interaction.isChatInputCommand() ? await handle(interaction) : undefined;
}

describe('registration', () => {
	test('a bulk write keeps the ids of commands that stay and drops the others', async () => {
		const { server } = await openScene();
		const client = await connect(server);
		const first = await client.application.commands.set(commands as never);
		const second = await client.application.commands.set(commands.slice(0, 2) as never);
		const idOf = (name: string, from: typeof first): string | undefined =>
			from.find((command) => command.name === name)?.id;
		expect(idOf('memory', second)).toBe(idOf('memory', first));
		expect([...second.values()].map((command) => command.name)).toEqual(['memory', 'inspect']);
	});

	test('a description of 101 characters is refused with its place', async () => {
		const { server } = await openScene();
		const client = await connect(server);
		const error = await client.application.commands
			.set([{ name: 'long', description: 'd'.repeat(101) }])
			.catch((reason: { rawError: unknown }) => reason.rawError);
		expect(error).toMatchObject({
			code: 50035,
			errors: { 0: { description: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH' }] } } },
		});
	});

	test('a user cannot use what is not registered or break an option’s limits', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		await register(client, async () => undefined);
		const person = server.as(alice);
		expect(() => person.slash(general, 'nothing')).toThrow('No command nothing');
		expect(() => person.slash(general, 'memory add')).toThrow('text is required');
		expect(() => person.slash(general, 'memory add', { options: { text: 'x'.repeat(21) } })).toThrow(
			'out of the range',
		);
	});
});

describe('commands', () => {
	test('a slash command carries its options and gets an ephemeral reply', async () => {
		const { server, general, alice, bob } = await openScene();
		const client = await connect(server);
		await register(
			client,
			chat(async (interaction) => {
				const { options } = interaction;
				const content = `${options.getSubcommand()} ${options.getString('text')} ${options.getUser('about')?.username} ${interaction.locale}`;
				await interaction.reply({ content, flags: MessageFlags.Ephemeral });
			}),
		);
		const use = server.as(alice).slash(general, 'memory add', { options: { text: 'tea', about: bob }, locale: 'ja' });
		expect((await use.response()).content).toBe('add tea bob ja');
		expect(use.ephemeral).toBe(true);
		expect(server.world.messagesIn(general.id)).toEqual([]);
		expect(server.botMessages(general)[0]?.ephemeralTo).toBe(alice.id);
	});

	test('a deferred reply is edited, followed up and deleted', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		await register(
			client,
			chat(async (interaction) => {
				await interaction.deferReply();
				await interaction.editReply('ready');
				await interaction.followUp({ content: 'more', flags: MessageFlags.Ephemeral });
				await interaction.editReply('ready twice');
				await interaction.deleteReply();
			}),
		);
		const use = server.as(alice).slash(general, 'memory add', { options: { text: 'tea' } });
		expect((await use.callback()).type).toBe(5);
		expect((await use.response()).content).toBe('ready');
		expect((await use.followUp()).flags).toBe(MessageFlags.Ephemeral);
		await server.until(() => use.record.original?.deleted);
		expect(use.record.originalVersions.map((version) => version.content)).toEqual(['ready', 'ready twice']);
		expect(server.world.messagesIn(general.id)).toEqual([]);
	});

	test('a message command carries its target and an attachment option its file', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		await register(client, async (interaction) => {
			if (interaction.isMessageContextMenuCommand())
				await interaction.reply(`saw ${interaction.targetMessage.content}`);
			if (interaction.isChatInputCommand()) {
				const response = await fetch(interaction.options.getAttachment('file', true).url);
				await interaction.reply(`read ${await response.text()}`);
			}
		});
		const person = server.as(alice);
		const target = person.send(general, 'this');
		expect((await person.messageCommand(target, 'inspect').response()).content).toBe('saw this');
		const file = { filename: 'card.json', bytes: '{}' };
		expect((await person.slash(general, 'card', { options: { file } }).response()).content).toBe('read {}');
	});

	test('autocomplete gets its choices', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		await register(client, async (interaction) => {
			if (!interaction.isAutocomplete()) return;
			const typed = interaction.options.getFocused();
			await interaction.respond([{ name: `${typed}!`, value: typed }]);
		});
		const ask = server.as(alice).autocomplete(general, 'memory add', { options: { topic: 'te' }, focused: 'topic' });
		expect(await ask.choices()).toEqual([{ name: 'te!', value: 'te' }]);
	});

	test('a slash command works in a direct message', async () => {
		const { server, alice } = await openScene();
		const client = await connect(server);
		await register(
			client,
			chat((interaction) => interaction.reply(`guild ${interaction.guildId}`)),
		);
		const use = server.as(alice).slash(server.build.openDm(alice), 'memory add', { options: { text: 'tea' } });
		expect((await use.response()).content).toBe('guild null');
	});
});

describe('components', () => {
	test('a button updates its message, a select answers with its values', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		await register(client, async (interaction) => {
			if (interaction.isButton()) await interaction.update({ content: 'pressed', components: [] });
			if (interaction.isStringSelectMenu()) await interaction.reply(`chose ${interaction.values.join()}`);
		});
		const button = new ButtonBuilder().setCustomId('go').setLabel('Go').setStyle(ButtonStyle.Primary);
		const select = new StringSelectMenuBuilder().setCustomId('pick').addOptions({ label: 'One', value: '1' });
		const sent = await textChannel(client, general).send({
			content: 'panel',
			components: [
				new ActionRowBuilder<ButtonBuilder>().addComponents(button),
				new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(select),
			],
		});
		const person = server.as(alice);
		expect(() => person.select(sent.id, 'pick', ['2'])).toThrow('no value 2');
		expect((await person.select(sent.id, 'pick', ['1']).response()).content).toBe('chose 1');
		expect((await person.button(sent.id, 'go').response()).content).toBe('pressed');
		expect(() => person.button(sent.id, 'go')).toThrow('No component go');
	});

	test('a user select names its users, and an ephemeral panel is for one person', async () => {
		const { server, general, alice, bob } = await openScene();
		const client = await connect(server);
		await register(client, async (interaction) => {
			if (interaction.isUserSelectMenu())
				await interaction.update({ content: interaction.users.first()?.username ?? '', components: [] });
			if (!interaction.isChatInputCommand()) return;
			const row = new ActionRowBuilder<UserSelectMenuBuilder>();
			row.addComponents(new UserSelectMenuBuilder().setCustomId('who'));
			await interaction.reply({ content: 'who?', components: [row], flags: MessageFlags.Ephemeral });
		});
		const panel = await server
			.as(alice)
			.slash(general, 'memory add', { options: { text: 'tea' } })
			.response();
		expect(() => server.as(bob).select(panel, 'who', [bob.id])).toThrow('cannot see');
		expect((await server.as(alice).select(panel, 'who', [bob.id]).response()).content).toBe('bob');
	});

	test('a modal is opened, filled and answered', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		await register(client, async (interaction) => {
			if (interaction.isChatInputCommand()) {
				const input = new TextInputBuilder().setCustomId('note').setLabel('Note').setStyle(TextInputStyle.Paragraph);
				const row = new ActionRowBuilder<TextInputBuilder>().addComponents(input.setMaxLength(10));
				await interaction.showModal(new ModalBuilder().setCustomId('m').setTitle('Write').addComponents(row));
			}
			if (interaction.isModalSubmit()) await interaction.reply(`noted ${interaction.fields.getTextInputValue('note')}`);
		});
		const person = server.as(alice);
		const opened = person.slash(general, 'memory add', { options: { text: 'tea' } });
		expect((await opened.callback()).type).toBe(9);
		expect(() => person.submitModal(opened, { note: 'x'.repeat(11) })).toThrow('at most 10');
		expect((await person.submitModal(opened, { note: 'green' }).response()).content).toBe('noted green');
	});
});

describe('limits', () => {
	test('a second answer is refused with 40060 and one after three seconds with 10062', async () => {
		const clock = { nowMs: Date.now(), now: () => clock.nowMs };
		const { server, general, alice } = await openScene({ clock });
		const client = await connect(server);
		const codes: unknown[] = [];
		await register(
			client,
			chat(async (interaction) => {
				const body = { type: 4, data: { content: 'hi' } };
				if (interaction.options.getString('text') === 'late') clock.nowMs += 3_001;
				const route = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
				codes.push(await errorCode(client.rest.post(route, { body, auth: false })));
				codes.push(await errorCode(client.rest.post(route, { body, auth: false })));
			}),
		);
		server.as(alice).slash(general, 'memory add', { options: { text: 'soon' } });
		await server.until(() => codes.length === 2);
		server.as(alice).slash(general, 'memory add', { options: { text: 'late' } });
		await server.until(() => codes.length === 4);
		expect(codes).toEqual([null, 40060, 10062, 10062]);
	});

	test('the token is refused with 50027 after fifteen minutes and unknown before the first answer', async () => {
		const clock = { nowMs: Date.now(), now: () => clock.nowMs };
		const { server, general, alice } = await openScene({ clock });
		const client = await connect(server);
		const codes: unknown[] = [];
		await register(
			client,
			chat(async (interaction) => {
				codes.push(await errorCode(interaction.webhook.send('early')));
				await interaction.reply('hi');
				clock.nowMs += 15 * 60_000 + 1;
				codes.push(await errorCode(interaction.editReply('late')));
			}),
		);
		server.as(alice).slash(general, 'memory add', { options: { text: 'tea' } });
		await server.until(() => codes.length === 2);
		expect(codes).toEqual([10015, 50027]);
	});
});
