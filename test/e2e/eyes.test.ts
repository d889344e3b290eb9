/** What a model that sees is sent of pictures: the right bytes, or the right words. */
import { EmbedType } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#lib/sha256';
import { storeAttachments } from '#playground/discord-server/attachments';
import type { ChannelRecord } from '#playground/discord-server/records';
import { drawPng } from '#playground/discord-server/serve-cdn';
import type { UserMessage } from '#playground/discord-server/user-actor';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';

let server: OpenaiServer;
let world: BotWorld;

beforeAll(async () => {
	const models = { 'stand-in': 32_768, reader: 32_768, small: 2_048 };
	server = startOpenaiServer({ models, seeing: { 'stand-in': 'images', small: 'images' } });
	world = await BotWorld.start();
});

afterEach(() => {
	expect([server.violations, server.unknownRoutes, server.scripts.pending]).toEqual([[], [], 0]);
	expect(world.violations()).toEqual([]);
});

afterAll(async () => {
	await world.stop();
	await server.stop();
});

/** A channel whose replies the endpoint writes. */
async function newPlace(name: string, endpoint: Readonly<Record<string, string>> = {}) {
	const owner = world.discord.world.application.owner;
	const guild = world.discord.build.addGuild(name, { owner });
	const channel = world.discord.build.addChannel(guild, 'general');
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	const user = new CommandUser(world, owner, channel);
	const seeing = { name: 'eyes', model: 'stand-in', images: 'yes', window: '32768', scope: 'server' };
	await user.fill('provider add', { key: '' }, { ...seeing, base_url: server.url, ...endpoint });
	await user.say('model set', { model: 'custom:eyes', scope: 'server' });
	const say = (message: UserMessage, to: ChannelRecord = channel) =>
		world.discord.as(bo).send(to, { silent: true, ...message });
	return { guild, channel, bo, user, say };
}

type Place = Awaited<ReturnType<typeof newPlace>>;
type Part = { readonly type: string; readonly text?: string; readonly image_url?: { readonly url: string } };
interface SentMessage {
	readonly role: string;
	readonly content: string | readonly Part[];
}

/** What the endpoint was sent in a generation: its words, and the digests of its pictures in their order. */
function seenIn(body: unknown) {
	const { messages } = body as { readonly messages: readonly SentMessage[] };
	const parts = messages.flatMap(({ role, content }) =>
		(typeof content === 'string' ? [{ type: 'text', text: content }] : content).map((part: Part) => ({
			role,
			...part,
		})),
	);
	const pictures = parts.flatMap(({ image_url }) => (image_url === undefined ? [] : [digestOf(image_url.url)]));
	return { words: parts.map(({ text = '' }) => text).join(''), pictures, parts };
}

function digestOf(url: string): string {
	return sha256Hex(Buffer.from(url.split(',')[1] ?? '', 'base64'));
}

/** Mentions the bot; what the endpoint was sent for it. */
async function look({ bo, channel }: Place, message: UserMessage = {}) {
	const before = server.requests.length;
	const content = `${world.mention} what do you see?`;
	const asked = await world.askThrough(bo, channel, { content, ...message });
	expect(asked.outcome).toBe('replied');
	const sent = server.requests.slice(before).filter(({ method }) => method === 'POST');
	return sent.map(({ body }) => seenIn(body)).at(-1) ?? { words: '', pictures: [], parts: [] };
}

const picture = (filename: string) => ({ filename, bytes: drawPng(filename) });
const digest = (filename: string): string => sha256Hex(drawPng(filename));
const fileIdOf = (message: { readonly attachments: readonly { readonly id: string }[] }): string =>
	message.attachments[0]?.id ?? '';

describe('a picture', () => {
	test('that was posted is sent as it is, above the words that say whose it is', async () => {
		const place = await newPlace('posted');
		place.say({ content: 'look', attachments: [picture('posted.png')] });
		const { words, pictures, parts } = await look(place);
		expect(pictures).toEqual([digest('posted.png')]);
		expect(words).toContain('[System: This image (Media ID: media_1) was sent by Bo]');
		expect(words).not.toContain('cannot see');
		expect(parts.at(-2)).toMatchObject({ role: 'user', type: 'image_url' });
		expect(parts.at(-1)?.text).toMatch(/^Bo: look\n/);
	});

	test('that comes with the question itself is sent', async () => {
		const place = await newPlace('asked');
		expect((await look(place, { attachments: [picture('asked.png')] })).pictures).toEqual([digest('asked.png')]);
	});

	test('is sent again when it is replied to after forty messages, and only then', async () => {
		const place = await newPlace('replied');
		const old = place.say({ content: 'long ago', attachments: [picture('old.png')] });
		for (let index = 0; index < 40; index += 1) {
			const teller = world.discord.build.addUser(`teller.${index}`, { globalName: `Teller ${index}` });
			world.discord.build.addMember(place.guild, teller);
			world.discord.as(teller).send(place.channel, { content: `line ${index}`, silent: true });
		}
		const before = await look(place);
		expect(before.pictures).toEqual([]);
		expect(before.words).toContain(
			'[System: The image of this message (ID: media_1) is outside the current media context window. To see it, ask for a ' +
				'reply to this message: a reply brings the media of its message back. The ID still works with tools that take ' +
				'media references.]',
		);
		const again = await look(place, { replyTo: old });
		expect(again.pictures).toEqual([digest('old.png')]);
		expect(again.words).toContain(
			'[System: This image (Media ID: media_1) was included in the message being replied to]',
		);
	});

	test('that is forwarded, and one that is forwarded twice, is sent', async () => {
		const place = await newPlace('forwarded');
		const elsewhere = world.discord.build.addChannel(place.guild, 'elsewhere');
		const origin = place.say({ attachments: [picture('far.png')] }, elsewhere);
		place.say({ forward: origin });
		const first = await look(place);
		expect(first.pictures).toEqual([digest('far.png')]);
		expect(first.words).toMatch(/was attached to the forwarded message described above\]/);
		const twice = await newPlace('forwarded-twice');
		const far = world.discord.build.addChannel(twice.guild, 'elsewhere');
		const source = twice.say({ attachments: [picture('farther.png')] }, far);
		twice.say({ forward: twice.say({ forward: source }, far) });
		expect((await look(twice)).pictures).toEqual([digest('farther.png')]);
	});

	test('that was forwarded outlives its message, and behind two forwards the message between them is needed', async () => {
		const place = await newPlace('kept-forward');
		const elsewhere = world.discord.build.addChannel(place.guild, 'elsewhere');
		const origin = place.say({ attachments: [picture('kept.png')] }, elsewhere);
		place.say({ forward: origin });
		world.discord.as(place.bo).delete(origin);
		expect((await look(place)).pictures).toEqual([digest('kept.png')]);
		const twice = await newPlace('cut-forward');
		const far = world.discord.build.addChannel(twice.guild, 'elsewhere');
		const between = twice.say({ forward: twice.say({ attachments: [picture('cut.png')] }, far) }, far);
		twice.say({ forward: between });
		world.discord.as(twice.bo).delete(between);
		const { words, pictures } = await look(twice);
		expect(pictures).toEqual([]);
		expect(words).toMatch(/was itself a forward[^\]]*contents cannot be seen/);
		expect(words).not.toContain('media_');
	});

	test('of a message that was deleted is not there, and neither is a word about it', async () => {
		const place = await newPlace('deleted');
		const gone = place.say({ content: 'a secret', attachments: [picture('secret.png')] });
		place.say({ content: 'what was it?', replyTo: gone });
		world.discord.as(place.bo).delete(gone);
		const { words, pictures } = await look(place);
		expect(pictures).toEqual([]);
		expect(words).not.toContain('a secret');
		expect(words).not.toContain('media_');
	});

	test('that is no longer kept is told in words, and the turn goes on', async () => {
		const place = await newPlace('lost');
		const posted = place.say({ content: 'look', attachments: [picture('lost.png'), picture('kept.png')] });
		world.discord.world.files.delete(fileIdOf(posted));
		const { words, pictures } = await look(place);
		expect(pictures).toEqual([digest('kept.png')]);
		expect(words).toContain(
			'[System: This message (ID: media_1) contains an image, named "lost.png". It is no longer there. ' +
				'Do not guess what it shows.]',
		);
		const skipped = world.logLines.filter((line) => line.includes('skippedMedia'));
		expect(skipped.at(-1)).toContain('"reason":"gone"');
	});

	test('whose address has expired is found again by its message, forwarded ones included', async () => {
		const place = await newPlace('expired');
		const posted = place.say({ attachments: [picture('expired.png')] });
		const forwarded = await newPlace('expired-forward');
		const wrapper = forwarded.say({ forward: posted });
		world.discord.world.lapsedFiles.add(fileIdOf(posted));
		expect((await look(place)).pictures).toEqual([digest('expired.png')]);
		const read = world.discord.requests.filter(({ path }) => path.endsWith(`/messages/${wrapper.id}`));
		expect(read).toEqual([]);
		expect((await look(forwarded)).pictures).toEqual([digest('expired.png')]);
	});

	test('that is none, whatever its name and its type say, is told in words', async () => {
		const place = await newPlace('wrong');
		place.say({ content: 'look', attachments: [{ filename: 'page.png', bytes: '<svg onload="alert(1)"/>' }] });
		const { words, pictures } = await look(place);
		expect(pictures).toEqual([]);
		expect(words).toContain('named "page.png". It is nothing that can be shown. Do not guess');
	});

	test('from a host that nobody allowed is not asked for', async () => {
		const place = await newPlace('stranger');
		const image = { url: 'https://pictures.invalid/a.png', proxy_url: 'http://169.254.169.254/a.png' };
		place.say({ content: 'https://pictures.invalid', embeds: [{ type: EmbedType.Rich, title: 'A page', image }] });
		const { words, pictures } = await look(place);
		expect(pictures).toEqual([]);
		expect(words).toContain('It is kept by a server that is not asked.');
	});

	test('for which the window has no room is told in words, and the newest is served first', async () => {
		const place = await newPlace('small', { model: 'small', window: '2048', output_limit: '200' });
		place.say({ content: 'first', attachments: [{ filename: 'large.png', bytes: drawPng('large', 1_200) }] });
		place.say({ content: 'second', attachments: [picture('tiny.png')] });
		const { words, pictures } = await look(place);
		expect(pictures).toEqual([digest('tiny.png')]);
		expect(words).toContain('There is no room left to show it.');
	});
});

describe('several models', () => {
	test('a blind first choice does not blind a fallback that sees', async () => {
		const place = await newPlace('fallback');
		const blind = { name: 'blind', model: 'reader', scope: 'server', base_url: server.url, window: '32768' };
		await place.user.fill('provider add', { key: '' }, blind);
		await place.user.say('model set', { model: 'custom:blind', scope: 'server' });
		await place.user.say('model fallback', { first: 'custom:eyes', scope: 'server' });
		place.say({ content: 'look', attachments: [picture('fallback.png')] });
		const before = server.requests.length;
		server.scripts.queue({
			response: { status: 400, body: '{"error":{"message":"no"}}', contentType: 'application/json' },
		});
		const asked = await world.askThrough(place.bo, place.channel, `${world.mention} and?`);
		expect(asked.outcome).toBe('replied');
		const sent = server.requests.slice(before).filter(({ method }) => method === 'POST');
		const [first, second] = sent.map(({ body }) => seenIn(body));
		expect([sent[0]?.model, first?.pictures]).toEqual(['reader', []]);
		expect(first?.words).toContain('The current model cannot see images');
		expect([sent[1]?.model, second?.pictures]).toEqual(['stand-in', [digest('fallback.png')]]);
		expect(second?.words).not.toContain('cannot see images');
	});

	test('a picture that the persona posted stands on the user’s side, under its sender', async () => {
		const place = await newPlace('own');
		const [own] = (await world.askThrough(place.bo, place.channel, `${world.mention} paint something`)).answers;
		own?.message.attachments.push(...storeAttachments(world.discord.world, place.channel.id, [picture('own.png')]));
		const { words, parts } = await look(place);
		const at = parts.findIndex(({ type }) => type === 'image_url');
		expect(parts[at]?.role).toBe('user');
		expect(words).toContain('[System: The image above was sent by Tomori with the next message]');
	});
});

/** What `/prompt export` sends to who manages the server. */
async function exportedBy({ channel }: Place): Promise<{ readonly request: unknown }> {
	const before = world.discord.requests.length;
	const owner = world.discord.as(world.discord.world.application.owner);
	await owner.slash(channel, 'prompt export', { options: { format: 'json' } }).response(10_000);
	const file = world.discord.requests.slice(before).find(({ files }) => files.length > 0)?.files[0];
	return JSON.parse(new TextDecoder().decode(file?.bytes)) as { readonly request: unknown };
}

describe('inspection', () => {
	test('shows a picture by its size and digest, and otherwise what was sent', async () => {
		const place = await newPlace('inspected');
		place.say({ content: 'look', attachments: [picture('inspected.png')] });
		await look(place);
		const sent = server.requests.findLast(({ method }) => method === 'POST')?.body;
		const exported = await exportedBy(place);
		const bytes = drawPng('inspected.png');
		const shown = `[image/png, ${bytes.length} bytes, sha256 ${digest('inspected.png')}]`;
		expect(JSON.stringify(exported.request)).toContain(shown);
		expect(JSON.stringify(exported)).not.toContain('base64');
		const replaced = JSON.stringify(sent).replace(/data:image\/png;base64,[A-Za-z0-9+/=]+/, shown);
		expect(JSON.parse(replaced)).toEqual(exported.request);
	});
});
