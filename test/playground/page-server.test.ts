import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { PageFeed } from '#playground/page-feed';
import type { PageAnswer, PageEvent, PageRequests } from '#playground/page-protocol';
import { type PageServer, startPageServer } from '#playground/page-server';
import { buildScene, type Scene, SceneClock } from '#playground/scene';

let discord: DiscordServer;
let novelai: NovelaiServer;
let scene: Scene;
let feed: PageFeed;
let page: PageServer;
const events: PageEvent[] = [];
const key = 'pst-page-server-test';

/** Answers every interaction the way a bot would, by REST. */
function answerInteractions(callbackOf: (type: number) => object): () => void {
	return discord.world.onChange((change) => {
		if (change.kind !== 'interaction') return;
		const { id, token, type } = change.interaction;
		void fetch(`${discord.apiUrl}/v10/interactions/${id}/${token}/callback`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(callbackOf(type)),
		});
	});
}

async function ask<Kind extends keyof PageRequests>(kind: Kind, body: PageRequests[Kind]): Promise<PageAnswer> {
	const response = await fetch(`${page.url}api/${kind}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await response.json()) as PageAnswer;
}

function eventOf<Kind extends PageEvent['kind']>(
	kind: Kind,
	fits: (event: Extract<PageEvent, { kind: Kind }>) => boolean,
): Promise<PageEvent> {
	const found = (): PageEvent | undefined =>
		events.find((event) => event.kind === kind && fits(event as Extract<PageEvent, { kind: Kind }>));
	return discord.until(found);
}

beforeAll(async () => {
	const clock = new SceneClock();
	discord = await startDiscordServer({ clock });
	scene = buildScene(discord, clock);
	novelai = await startNovelaiServer({ accounts: { [key]: { tier: 3, active: true } } });
	feed = new PageFeed({ discord, scene, novelai, voice: { kind: 'stand-in', sentence: 'A stand-in.' } });
	page = startPageServer({ discord, scene, feed, page: new Response('the page'), port: 0 });
	const commands = [
		{
			name: 'model',
			description: 'Models',
			options: [
				{
					type: 1,
					name: 'set',
					description: 'Sets it',
					options: [
						{ type: 3, name: 'model', description: 'Which', required: true, autocomplete: true },
						{ type: 6, name: 'person', description: 'Whose' },
						{ type: 11, name: 'file', description: 'What' },
					],
				},
			],
		},
	];
	await fetch(`${discord.apiUrl}/v10/applications/${discord.world.application.id}/commands`, {
		method: 'PUT',
		headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
		body: JSON.stringify(commands),
	});
	feed.listen((event) => events.push(event));
});

afterAll(async () => {
	feed.close();
	await Promise.all([page.stop(), novelai.stop(), discord.stop()]);
});

describe('the page', () => {
	test('is served at the root', async () => {
		expect(await (await fetch(page.url)).text()).toBe('the page');
	});

	test('takes any free port when the wished one is taken', async () => {
		const taken = Number(new URL(page.url).port);
		const second = startPageServer({ discord, scene, feed, page: new Response('another'), port: taken });
		expect(await (await fetch(second.url)).text()).toBe('another');
		expect(await (await fetch(page.url)).text()).toBe('the page');
		await second.stop();
	});

	test('is not served at all when the port that was named is taken', () => {
		const port = Number(new URL(page.url).port);
		expect(() =>
			startPageServer({ discord, scene, feed, page: new Response('another'), port, portIsNamed: true }),
		).toThrow(`Port ${port} is taken: name another one with --port, or leave --port out.`);
	});

	test('begins its stream with everything there is', async () => {
		const response = await fetch(`${page.url}api/events`);
		const reader = response.body?.getReader();
		const first = new TextDecoder().decode((await reader?.read())?.value);
		await reader?.cancel();
		const snapshot = JSON.parse(first.replace(/^data: /, '')) as PageEvent;
		expect(snapshot).toMatchObject({
			kind: 'snapshot',
			guilds: [{ name: 'Lantern House' }],
			status: { phase: 'starting' },
		});
	});

	test('cannot be used by other pages of the browser', async () => {
		const headers = { 'content-type': 'application/json', origin: 'https://example.org' };
		const crossed = await fetch(`${page.url}api/say`, { method: 'POST', headers, body: '{}' });
		expect(crossed.status).toBe(403);
		const renamed = await fetch(`${page.url}api/events`, { headers: { host: 'example.org' } });
		expect(renamed.status).toBe(403);
		const form = await fetch(`${page.url}api/say`, { method: 'POST', body: 'x=1' });
		expect(form.status).toBe(415);
	});
});

describe('speaking as a person', () => {
	const owner = (): string => scene.owner.user.id;

	test('a line, its reply and its file arrive in the channel and on the stream', async () => {
		const file = { name: 'note.txt', contentType: 'text/plain', base64: btoa('salt') };
		const said = await ask('say', { personId: owner(), channelId: scene.general.id, text: 'hello' });
		const id = said.kind === 'done' ? (said.id ?? '') : '';
		const bo = scene.people[1]?.user.id ?? '';
		await ask('say', { personId: bo, channelId: scene.general.id, text: 'hi', replyTo: id, files: [file] });
		const [, reply] = discord.world.messagesIn(scene.general.id);
		expect(reply?.message).toMatchObject({ author: { id: bo }, message_reference: { message_id: id } });
		expect(await (await fetch(reply?.message.attachments[0]?.url ?? '')).text()).toBe('salt');
		await eventOf('message', ({ message }) => message.message.id === reply?.message.id);
	});

	test('a reaction names who gave it, and can be taken back', async () => {
		const sent = discord.as(scene.owner.user).send(scene.general, 'look');
		await ask('react', { personId: owner(), messageId: sent.id, emoji: '👍', on: true });
		await eventOf('message', ({ message }) => message.reactedBy['👍']?.includes(owner()) === true);
		events.length = 0;
		await ask('react', { personId: owner(), messageId: sent.id, emoji: '👍', on: false });
		await eventOf('message', ({ message }) => message.message.id === sent.id && message.reactedBy['👍'] === undefined);
	});

	test('typing, editing and deleting reach the stream', async () => {
		const sent = discord.as(scene.owner.user).send(scene.general, 'first');
		await ask('typing', { personId: owner(), channelId: scene.general.id });
		await eventOf('typing', ({ personId }) => personId === owner());
		await ask('edit', { personId: owner(), messageId: sent.id, text: 'second' });
		await eventOf(
			'message',
			({ message }) => message.message.content === 'second' && message.message.edited_timestamp !== null,
		);
		await ask('delete', { personId: owner(), messageId: sent.id });
		await eventOf('message-delete', ({ messageId }) => messageId === sent.id);
	});

	test('the messages of others cannot be edited, and deleted only by who may manage messages', async () => {
		const bo = scene.people[1]?.user.id ?? '';
		const sent = discord.as(scene.owner.user).send(scene.general, 'mine');
		const foreign = { personId: bo, messageId: sent.id };
		const refusal = (deed: string): object => ({
			kind: 'refused',
			sentence: `Only who wrote a message can ${deed} it.`,
		});
		expect(await ask('edit', { ...foreign, text: 'theirs' })).toEqual(refusal('edit'));
		expect(await ask('delete', foreign)).toEqual(refusal('delete'));
		const line = await ask('say', { personId: bo, channelId: scene.general.id, text: 'rude' });
		const messageId = line.kind === 'done' ? (line.id ?? '') : '';
		expect(await ask('edit', { personId: owner(), messageId, text: 'kind' })).toEqual(refusal('edit'));
		expect(await ask('delete', { personId: owner(), messageId })).toEqual({ kind: 'done' });
		expect(await ask('delete', { personId: owner(), messageId })).toMatchObject({ kind: 'refused' });
	});

	test.each([
		['say', {}, 'The request needs the text personId.'],
		['command', { personId: '1', channelId: '2', command: 'model set' }, 'The request needs the object options.'],
		['modal', { personId: '1', interactionId: '2', fields: null }, 'The request needs the object fields.'],
	] as const)('a request %s of %j is refused in words', async (kind, body, sentence) => {
		expect(await ask(kind, body as never)).toEqual({ kind: 'refused', sentence });
	});

	test('a line longer than Discord takes, or without anything in it, is refused', async () => {
		const place = { personId: owner(), channelId: scene.general.id };
		expect((await ask('say', { ...place, text: 'a'.repeat(2_000) })).kind).toBe('done');
		expect((await ask('say', { ...place, text: 'a'.repeat(2_001) })).kind).toBe('refused');
		expect((await ask('say', { ...place, text: '' })).kind).toBe('refused');
	});

	test('nobody outside the scene, the bot included, can be spoken as', async () => {
		const personId = discord.world.application.bot.id;
		const answer = await ask('say', { personId, channelId: scene.general.id, text: 'I am the bot' });
		expect(answer).toEqual({ kind: 'refused', sentence: 'Nobody of that id can be spoken as.' });
	});
});

describe('slash commands', () => {
	const use = (): PageRequests['command'] => ({
		personId: scene.owner.user.id,
		channelId: scene.general.id,
		command: 'model set',
		options: { model: 'kayra-v1' },
	});

	test('a private answer is shown to its reader alone, with who used what', async () => {
		const stop = answerInteractions(() => ({ type: 4, data: { content: 'Saved.', flags: 64 } }));
		expect(await ask('command', use())).toEqual({ kind: 'answered' });
		const personId = scene.owner.user.id;
		const event = await eventOf(
			'message',
			({ message }) => message.message.content === 'Saved.' && message.usedCommand !== null,
		);
		expect(event).toMatchObject({ message: { ephemeralTo: personId, usedCommand: { personId, name: 'model set' } } });
		stop();
	});

	test('suggestions come from the bot', async () => {
		const choices = [{ name: 'Kayra', value: 'kayra-v1' }];
		const stop = answerInteractions((type) => ({ type: type === 4 ? 8 : 4, data: { choices } }));
		expect(await ask('autocomplete', { ...use(), options: { model: 'ka' }, focused: 'model' })).toEqual({
			kind: 'choices',
			choices,
		});
		stop();
	});

	test('people and files are given by id and content', async () => {
		const stop = answerInteractions(() => ({ type: 4, data: { content: 'Taken.' } }));
		const file = { name: 'card.json', contentType: 'application/json', base64: btoa('{}') };
		const options = { model: 'kayra-v1', person: scene.people[1]?.user.id ?? '', file };
		expect(await ask('command', { ...use(), options })).toEqual({ kind: 'answered' });
		stop();
	});

	test('a form goes to the page and what is filled in goes back to the bot', async () => {
		const input = { type: 4, custom_id: 'key', style: 1, label: 'Key', required: true };
		const modal = { custom_id: 'key-form', title: 'Your key', components: [{ type: 1, components: [input] }] };
		const stop = answerInteractions((type) =>
			type === 5 ? { type: 4, data: { content: 'Thanks.' } } : { type: 9, data: modal },
		);
		const opened = await ask('command', use());
		expect(opened).toMatchObject({ kind: 'modal', modal: { title: 'Your key' } });
		const interactionId = opened.kind === 'modal' ? opened.interactionId : '';
		const personId = scene.owner.user.id;
		expect(await ask('modal', { personId, interactionId, fields: { key: 'pst-x' } })).toEqual({ kind: 'answered' });
		const missing = await ask('modal', { personId, interactionId, fields: { key: '' } });
		expect(missing).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('required') });
		stop();
	});

	test('a wrong option is refused in words', async () => {
		const answer = await ask('command', { ...use(), options: { colour: 'red' } });
		expect(answer).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('no option colour') });
	});
});

describe('the last prompt', () => {
	test('is told to the page with its parameters', async () => {
		const body = {
			model: 'glm-4-6',
			prompt: '[gMASK]<sop><|user|>\nEllen: hi/nothink<|assistant|>\n<think></think>\nTomori:',
			max_tokens: 20,
			stream: true,
		};
		const response = await fetch(`${novelai.url}/oa/v1/completions`, {
			method: 'POST',
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		await response.text();
		const event = await eventOf('prompt', ({ prompt }) => prompt.outputTokens > 0);
		expect(event).toMatchObject({ prompt: { model: 'glm-4-6', text: body.prompt, parameters: { max_tokens: 20 } } });
	});
});
