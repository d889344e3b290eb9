/** What people may do with a reply: buttons, message commands, stopping, and asking for one without words. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord, MessageRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { answerText } from '../support/bot-commands.ts';
import { BotWorld, isNotice, type TestGuild, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	world.discord.faults.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

type Action = 'regenerate' | 'continue' | 'previous' | 'next' | 'delete';

interface SentButton {
	readonly custom_id: string;
	readonly disabled?: boolean;
}

function standing(channel: ChannelRecord): readonly MessageRecord[] {
	return world.saidIn(channel).filter((record) => !record.deleted);
}

const textsIn = (channel: ChannelRecord): readonly string[] => standing(channel).map(textOf);

function buttonsOf(record: MessageRecord | undefined): readonly SentButton[] {
	const rows = (record?.message.components ?? []) as readonly { readonly components?: readonly SentButton[] }[];
	return rows.flatMap((row) => row.components ?? []);
}

/** The one message with buttons. */
function controlled(channel: ChannelRecord): MessageRecord {
	const found = standing(channel).filter((record) => buttonsOf(record).length > 0);
	expect(found).toHaveLength(1);
	return found[0] as MessageRecord;
}

function press(user: APIUser, channel: ChannelRecord, action: Action) {
	const record = controlled(channel);
	const button = buttonsOf(record).find((each) => each.custom_id.endsWith(`:${action}`));
	return world.discord.as(user).button(record.message, button?.custom_id ?? '');
}

async function reply({ channel, ellen }: TestGuild, text: string): Promise<void> {
	world.novelai.scripts.queue({ text: ` ${text}` });
	expect((await world.askThrough(ellen, channel, `${world.mention} hi`)).outcome).toBe('replied');
}

async function pressed(place: TestGuild, action: Action, done: () => boolean): Promise<void> {
	press(place.ellen, place.channel, action);
	await world.discord.until(done, 15_000);
}

const usable = (channel: ChannelRecord): readonly string[] =>
	buttonsOf(controlled(channel))
		.filter((button) => button.disabled !== true)
		.map((button) => button.custom_id.split(':').at(-1) ?? '');

describe('the row of buttons', () => {
	test('S104 stands below the newest reply only, with at most five buttons', async () => {
		const place = await world.addGuild('row');
		await reply(place, 'First.\n\nSecond part.');
		expect(textOf(controlled(place.channel))).toBe('Second part.');
		expect(buttonsOf(controlled(place.channel))).toHaveLength(5);
		expect(usable(place.channel)).toEqual(['regenerate', 'continue', 'delete']);
		await reply(place, 'Another.');
		await world.discord.until(() => standing(place.channel).filter((one) => buttonsOf(one).length > 0).length === 1);
		expect(textOf(controlled(place.channel))).toBe('Another.');
	});

	test('S104 regenerate writes another reply in the place of all its messages, and both can be shown again', async () => {
		const place = await world.addGuild('again');
		const { channel } = place;
		await reply(place, 'One.\n\nTwo.\n\nThree.');
		world.novelai.scripts.queue({ text: ' Uno.\n\nDos.' });
		await pressed(place, 'regenerate', () => textsIn(channel).join() === 'Uno.,Dos.');
		await world.discord.until(() => usable(channel).includes('previous'));
		await pressed(place, 'previous', () => textsIn(channel).join() === 'One.,Two.,Three.');
		await world.discord.until(() => usable(channel).includes('next'));
		expect(usable(channel)).not.toContain('previous');
		await pressed(place, 'next', () => textsIn(channel).join() === 'Uno.,Dos.');
		const before = world.novelai.requests.length;
		await reply(place, 'Later.');
		const prompt = JSON.stringify(world.novelai.requests.slice(before).at(-1)?.body);
		expect(prompt).toContain('Dos.');
		expect(prompt).not.toContain('Three.');
	});

	test('a regeneration that fails leaves the reply as it was and says so to the one who asked', async () => {
		const place = await world.addGuild('again-fails');
		await reply(place, 'Kept.');
		world.novelai.scripts.queue({ text: ' ' });
		world.novelai.scripts.queue({ text: ' ' });
		const handle = press(place.ellen, place.channel, 'regenerate');
		await world.discord.until(() => handle.record.followUps.length > 0, 15_000);
		expect(textsIn(place.channel)).toEqual(['Kept.']);
		expect(handle.record.followUps[0]?.ephemeralTo).toBe(place.ellen.id);
	});

	test('continue goes on behind the reply, whose words are the beginning of what the model writes', async () => {
		const place = await world.addGuild('goes-on');
		const { channel } = place;
		await reply(place, 'It was a dark night.');
		const before = world.novelai.requests.length;
		world.novelai.scripts.queue({ text: ' And it rained.' });
		await pressed(place, 'continue', () => textsIn(channel).length === 2);
		expect(textsIn(channel)).toEqual(['It was a dark night.', 'And it rained.']);
		await world.discord.until(() => standing(channel).filter((one) => buttonsOf(one).length > 0).length === 1);
		expect(textOf(controlled(channel))).toBe('And it rained.');
		expect(JSON.stringify(world.novelai.requests.slice(before).at(-1)?.body)).toContain('It was a dark night.');
	});

	test('S104 delete takes the whole reply back, and the row returns to the one before it', async () => {
		const place = await world.addGuild('delete');
		const { channel } = place;
		await reply(place, 'Stays.');
		await reply(place, 'Goes.\n\nGoes too.');
		await pressed(place, 'delete', () => textsIn(channel).join() === 'Stays.');
		await world.discord.until(() => standing(channel).some((one) => buttonsOf(one).length > 0));
		expect(textOf(controlled(channel))).toBe('Stays.');
	});

	test('S104 while another person waits, only the pressed turn changes and the waiting one is answered', async () => {
		const place = await world.addGuild('queued');
		const { channel, ellen } = place;
		const bo = world.discord.build.addUser('bo.queued', { globalName: 'Bo' });
		world.discord.build.addMember(place.guild, bo);
		await reply(place, 'Old.');
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' For Bo.', waitFor: gate.opened });
		world.novelai.scripts.queue({ text: ' New.' });
		const trigger = world.discord.as(bo).send(channel, `${world.mention} me too`);
		await world.discord.until(() => world.novelai.requests.some((request) => request.outcome === 'running'));
		press(ellen, channel, 'regenerate');
		gate.open();
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
		await world.discord.until(() => textsIn(channel)[0] === 'New.', 15_000);
		expect(textsIn(channel)).toEqual(['New.', 'For Bo.']);
	});

	test('a stranger may not, and a moderator may', async () => {
		const place = await world.addGuild('rights');
		const { channel, guild } = place;
		const bo = world.discord.build.addUser('bo.rights', { globalName: 'Bo' });
		world.discord.build.addMember(guild, bo);
		world.novelai.scripts.queue({ text: ' Mine.' });
		await world.askThrough(bo, channel, `${world.mention} hi`);
		const kim = world.discord.build.addUser('kim.rights', { globalName: 'Kim' });
		world.discord.build.addMember(guild, kim);
		const handle = press(kim, channel, 'delete');
		await world.discord.until(() => handle.record.followUps.length > 0);
		expect(textsIn(channel)).toEqual(['Mine.']);
		await pressed(place, 'delete', () => textsIn(channel).length === 0);
	});

	test('S090 a message that takes no more edits is posted anew', async () => {
		const place = await world.addGuild('old');
		await reply(place, 'Old words.');
		world.discord.faults.add({ kind: 'error', method: 'PATCH', status: 400, code: 30046, message: 'Too many edits' });
		world.novelai.scripts.queue({ text: ' New words.' });
		await pressed(place, 'regenerate', () => textsIn(place.channel).join() === 'New words.');
		expect(buttonsOf(controlled(place.channel))).toHaveLength(5);
	});

	test('the buttons work after a restart', async () => {
		const place = await world.addGuild('restart');
		await reply(place, 'Before.');
		await world.stopBot();
		await world.startBot();
		world.novelai.scripts.queue({ text: ' After.' });
		await pressed(place, 'regenerate', () => textsIn(place.channel).join() === 'After.');
	});
});

describe('message commands', () => {
	test('S018 Edit reply changes one message by a form that holds its words, and the others stay', async () => {
		const place = await world.addGuild('edit');
		const { channel, ellen } = place;
		await reply(place, 'One.\n\nTwo.');
		const actor = world.discord.as(ellen);
		const opened = actor.messageCommand(standing(channel)[0]?.message ?? { id: '' }, 'Edit reply');
		expect(JSON.stringify(await opened.callback())).toContain('One.');
		await actor.submitModal(opened, { text: 'Eins, @everyone.' }).response();
		expect(textsIn(channel)).toEqual(['Eins, @everyone.', 'Two.']);
		const edit = world.discord.requests.findLast((r) => r.method === 'PATCH' && r.path.startsWith('/channels/'));
		expect(edit?.body).toMatchObject({ allowed_mentions: { parse: [] } });
		expect(buttonsOf(controlled(channel))).toHaveLength(5);
	});

	test('Delete reply takes back the whole reply, but not what is no reply', async () => {
		const place = await world.addGuild('menu-delete');
		const { channel, ellen } = place;
		await reply(place, 'One.\n\nTwo.');
		const said = world.discord.as(ellen).send(channel, 'just words');
		const refused = await world.discord.as(ellen).messageCommand(said, 'Delete reply').response();
		expect(answerText(refused)).toBe('That reply is gone.');
		const first = standing(channel)[0]?.message ?? { id: '' };
		expect(answerText(await world.discord.as(ellen).messageCommand(first, 'Delete reply').response())).toBe(
			'The reply is deleted.',
		);
		expect(textsIn(channel)).toEqual([]);
	});
});

describe('stopping', () => {
	test.each(['command', 'word'] as const)('a %s ends the running reply, and what was said stays', async (way) => {
		const place = await world.addGuild(`stop-${way}`);
		const { channel, ellen } = place;
		const gate = newGate();
		const text = `${'Words that were said. '.repeat(30)}\n\nAnd never these, which are many more than before.`;
		world.novelai.scripts.queue({ text: ` ${text}`, pauseAfterTokens: { tokens: 156, until: gate.opened } });
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} go on`);
		await world.discord.until(() => standing(channel).length > 0, 15_000);
		if (way === 'word') world.discord.as(ellen).send(channel, 'Stop!');
		else expect(answerText(await world.discord.as(ellen).slash(channel, 'stop').response())).toBe('Stopped.');
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
		gate.open();
		expect(textsIn(channel).join(' ')).not.toContain('never');
		expect(standing(channel).filter(isNotice)).toEqual([]);
	});

	test('nothing to stop is said, and a stranger stops nothing', async () => {
		const place = await world.addGuild('stop-nothing');
		const { channel, ellen, guild } = place;
		const stop = async (user: APIUser) => answerText(await world.discord.as(user).slash(channel, 'stop').response());
		expect(await stop(ellen)).toBe('I am not writing anything here.');
		const bo = world.discord.build.addUser('bo.stop', { globalName: 'Bo' });
		world.discord.build.addMember(guild, bo);
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' Said.', waitFor: gate.opened });
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} hi`);
		await world.discord.until(() => world.novelai.requests.some((request) => request.outcome === 'running'));
		expect(await stop(bo)).toContain('Only the person I answered');
		gate.open();
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
	});
});

describe('/respond', () => {
	test('S086 a persona speaks without having been asked, in messages that outlive the command, and begins as wished', async () => {
		const place = await world.addGuild('respond');
		const { channel, ellen } = place;
		const before = world.novelai.requests.length;
		world.novelai.scripts.queue({ text: ' there was a fox.' });
		const use = { options: { prefill: 'Once upon a time', instruction: 'be brief', reasoning: 'none' } };
		const answer = answerText(await world.discord.as(ellen).slash(channel, 'respond', use).response());
		expect(answer).toContain('is answering');
		expect(answer).toContain('is not sent');
		await world.discord.until(() => standing(channel).length > 0, 15_000);
		expect(textsIn(channel)).toEqual(['Once upon a time there was a fox.']);
		const body = JSON.stringify(world.novelai.requests.slice(before).at(-1)?.body);
		expect(body).toContain('Tomori: Once upon a time');
		expect(body).not.toContain('be brief');
		expect(standing(channel)[0]?.message.message_reference).toBeUndefined();
	});

	test('the wished beginning reaches the model exactly, down to its last space', async () => {
		const { channel, ellen } = await world.addGuild('respond-exactly');
		const before = world.novelai.requests.length;
		world.novelai.scripts.queue({ text: 'there was a fox.' });
		const use = { options: { prefill: 'Once upon  a time ' } };
		await world.discord.as(ellen).slash(channel, 'respond', use).response();
		await world.discord.until(() => standing(channel).length > 0, 15_000);
		expect(textsIn(channel)).toEqual(['Once upon  a time there was a fox.']);
		expect(world.novelai.requests.slice(before).at(-1)?.prompt?.endsWith('Tomori: Once upon  a time ')).toBe(true);
	});

	test('a persona that does not exist is named, and nothing is said', async () => {
		const { channel, ellen } = await world.addGuild('respond-who');
		const use = { options: { persona: 'Nobody' } };
		expect(answerText(await world.discord.as(ellen).slash(channel, 'respond', use).response())).toContain('Nobody');
		expect(standing(channel)).toEqual([]);
	});
});
