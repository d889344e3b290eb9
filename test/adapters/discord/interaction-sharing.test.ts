/** Two connections with one token: each interaction is run once, by whoever should. */
import { afterEach, expect, test } from 'vitest';
import type { InteractionSharing } from '#adapters/discord/interaction-sharing';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { Command, CommandInvocation } from '#ports/command';
import { connectTo, recordedLog, startWorld } from './loopback.ts';

const words = (en: string) => ({ en, ja: `${en} (ja)`, 'pt-BR': `${en} (pt)` });
const texts = {
	internalError: words('Something broke.'),
	databaseUnavailable: words('The database is away.'),
	shuttingDown: words('Back in a moment.'),
	formForgotten: words('Too old.'),
};
const longText = 'a'.repeat(90);

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close();
});

/** A process that serves two commands and remembers what it ran. */
async function processOf({ server }: Awaited<ReturnType<typeof startWorld>>, sharing: Partial<InteractionSharing>) {
	const log = recordedLog();
	const connection = await connectTo(server, { log });
	closers.push(() => connection.close());
	const runs: CommandInvocation[] = [];
	const run = async (invocation: CommandInvocation) => {
		runs.push(invocation);
		return { text: 'done' };
	};
	const text = { name: 'text', description: words('Text'), kind: 'string', required: false } as const;
	const field = { name: 'more', label: words('More'), style: 'short', required: true, lengthMax: 200 } as const;
	const command = (name: string): Command => {
		const form = name === 'form' ? { modal: { title: words('A form'), fields: [field] } } : {};
		const only = { name, description: words(name), options: [text], answer: 'private' as const, run, ...form };
		return { name, description: words(name), subcommands: [only] };
	};
	const commands = [command('plain'), command('form')];
	const none: InteractionSharing = { giveWay: async () => {}, giveWayToOthers: async () => {}, once: async () => true };
	await connection.registerCommands({ commands }, { readState: async () => null, writeState: async () => {} });
	connection.serveCommands({ commands }, { ...texts, sharing: { ...none, ...sharing } });
	const isPassedOver = () => log.lines.some(({ message }) => message.includes('another process has acknowledged'));
	return { runs, isPassedOver };
}

async function world() {
	const made = await startWorld();
	closers.push(() => made.server.stop());
	return made;
}

/** What all processes know together. */
function sharedOnce(): InteractionSharing['once'] {
	const known = new Set<string>();
	return async (name) => !known.has(name) && known.add(name) !== null;
}

test('whoever works in the channel runs it, although others hear of it first', async () => {
	const made = await world();
	const gate = Promise.withResolvers<void>();
	const waiting = await processOf(made, { giveWay: () => gate.promise });
	const working = await processOf(made, {});
	await made.server.as(made.ellen).slash(made.channel, 'plain').response();
	gate.resolve();
	await made.server.until(() => waiting.isPassedOver());
	expect([waiting.runs.length, working.runs.length]).toEqual([0, 1]);
});

test('an acknowledgement whose own answer was lost does not run what another process has run', async () => {
	const made = await world();
	const once = sharedOnce();
	const asked: string[] = [];
	const first = await processOf(made, { once: async (name) => asked.push(name) > 0 && (await once(name)) });
	const second = await processOf(made, { once: async (name) => asked.push(name) > 0 && (await once(name)) });
	made.server.faults.add({ path: /\/callback$/, kind: 'dropped-answer', times: 2 });
	await made.server.as(made.ellen).slash(made.channel, 'plain').response();
	await made.server.until(() => asked.length === 2);
	expect(first.runs.length + second.runs.length).toBe(1);
});

test('a form whose long values only one process has kept is left to that one', async () => {
	const made = await world();
	const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const processes = await Promise.all(gates.map(({ promise }) => processOf(made, { giveWayToOthers: () => promise })));
	const opened = made.server.as(made.ellen).slash(made.channel, 'form', { options: { text: longText } });
	await opened.callback();
	const sent = made.server.as(made.ellen).submitModal(opened, { more: 'words' });
	expect((await sent.response()).content).toBe('done');
	for (const { resolve } of gates) resolve();
	await made.server.until(() => processes.some(({ isPassedOver }) => isPassedOver()));
	const runs = processes.flatMap((each) => each.runs);
	expect(runs.map(({ values }) => [values.get('text'), values.get('more')])).toEqual([[longText, 'words']]);
});

test('while nobody can say whose it is, the acknowledgement stands', async () => {
	const made = await world();
	const away = () => Promise.reject(new StoreUnavailableError('takeLease', '57P01'));
	const { runs } = await processOf(made, { once: away });
	await made.server.as(made.ellen).slash(made.channel, 'plain').response();
	expect(runs).toHaveLength(1);
});
