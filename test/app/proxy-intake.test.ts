/** What a proxy bot posts takes the place of what a person wrote, whichever event comes first. */
import { describe, expect, test } from 'vitest';
import { admit } from '#app/chat/admit';
import { LineWindow } from '#app/chat/line-window';
import type { TurnControl } from '#app/chat/pending-turn';
import { ProxyIntake } from '#app/chat/proxy-intake';
import { TurnQueue } from '#app/chat/turn-queue';
import type { ChatMessage } from '#domain/message';
import type { TriggerCause, TurnRequest } from '#domain/turn';
import { chatMessage, person, SELF_ID } from '../support/chat-message.ts';
import { ManualClock } from '../support/manual-clock.ts';

const mentionedUsers = [{ id: SELF_ID, displayName: 'Tomori' }];
const written = (change: Partial<ChatMessage> = {}) =>
	chatMessage({ id: '10', content: '[hello Tomori]', mentionedUsers, ...change });
const posted = (change: Partial<ChatMessage> = {}) =>
	chatMessage({
		id: '11',
		content: 'hello Tomori',
		author: { ...person('66', 'Mira'), kind: 'webhook' },
		webhook: { id: '66', applicationId: '12', isOurs: false },
		...change,
	});

interface Taken {
	readonly request: TurnRequest;
	readonly control: TurnControl;
	finish(): void;
}

function openIntake(coalesceMs = 600) {
	const clock = new ManualClock();
	const taken: Taken[] = [];
	const proxied: ChatMessage[] = [];
	const queue = new TurnQueue({
		clock,
		followUpInterruptsMax: 3,
		runTurn: (request, control) =>
			new Promise((resolve) => {
				taken.push({ request, control, finish: resolve });
				control.signal.addEventListener('abort', () => resolve(), { once: true });
			}),
	});
	const lines = new LineWindow({ coalesceMs, coalesceMaxMs: 5_000, clock, onTurn: (turn) => queue.addTurn(turn) });
	const admitHere = (message: ChatMessage) => admit(message, { selfId: SELF_ID, selfRoleIds: [] });
	const onProxied = (message: ChatMessage) => void proxied.push(message);
	const callLine = (message: ChatMessage, cause: TriggerCause | null): void =>
		lines.addLine(message, cause === null ? null : { cause, personas: [], personasMax: 1 });
	const wasTaken = (): boolean => false;
	const intake = new ProxyIntake({ clock, lines, queue, admit: admitHere, callLine, wasTaken, onProxied });
	const say = (message: ChatMessage): void => {
		if (intake.takeMessage(message)) return;
		const admission = admitHere(message);
		if (admission.kind === 'addressed') callLine(message, admission.cause);
		else if (admission.reason === 'not-addressed') callLine(message, null);
	};
	const answered = () =>
		taken.map(({ request }) => request.lines.map(({ id, author }) => `${id} ${author.displayName}`));
	return { clock, taken, proxied, say, intake, answered };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a message that a proxy bot posts anew', () => {
	test.each(['deleted first', 'posted first'])('S040 within the open window, %s, is the only line', async (order) => {
		const { clock, say, intake, answered, proxied } = openIntake();
		say(written());
		clock.advance(500);
		if (order === 'posted first') say(posted());
		intake.takeDeletion('20', '10');
		if (order === 'deleted first') say(posted());
		clock.advance(600);
		await settled();
		expect(answered()).toEqual([['11 Mira']]);
		expect(proxied.map(({ id, author }) => [id, author.id, author.kind])).toEqual([['11', '1', 'user']]);
	});

	test.each(['deleted first', 'posted first'])(
		'S040 while its original is answered, %s, takes its turn',
		async (order) => {
			const { say, intake, answered, taken } = openIntake(0);
			say(written());
			await settled();
			if (order === 'posted first') say(posted());
			intake.takeDeletion('20', '10');
			if (order === 'deleted first') say(posted());
			await settled();
			expect(answered()).toEqual([['10 Ellen'], ['11 Mira']]);
			expect(taken[0]?.control.signal.reason).toBe(order === 'deleted first' ? 'deleted' : 'edited');
			expect(taken[1]?.control.signal.aborted).toBe(false);
		},
	);

	test('S040 after its original was answered gets no second answer', async () => {
		const { say, intake, answered, taken } = openIntake(0);
		say(written());
		await settled();
		taken[0]?.control.markDelivering();
		say(posted());
		intake.takeDeletion('20', '10');
		taken[0]?.finish();
		await settled();
		expect(answered()).toEqual([['10 Ellen']]);
		const late = openIntake(0);
		late.say(written());
		await settled();
		late.taken[0]?.finish();
		await settled();
		late.intake.takeDeletion('20', '10');
		late.say(posted());
		await settled();
		expect(late.answered()).toEqual([['10 Ellen']]);
	});

	test('S040 of a reply, which webhooks cannot be, is addressed as its original was', async () => {
		const { say, intake, answered, taken } = openIntake(0);
		const target = { id: '5', author: { ...person(SELF_ID, 'Tomori'), kind: 'self' as const }, webhook: null };
		const body = { ...chatMessage(), content: 'hi' };
		const reply = {
			messageId: '5',
			channelId: '20',
			state: 'known' as const,
			target: { ...target, body, mentionedUsers: [], noticeKind: null, createdAtMs: null },
		};
		const busy = chatMessage({ id: '9', author: person('7', 'Bo'), mentionedUsers });
		say(busy);
		await settled();
		say(written({ mentionedUsers: [], reply }));
		intake.takeDeletion('20', '10');
		say(posted());
		taken[0]?.finish();
		await settled();
		expect(answered()).toEqual([['9 Bo'], ['11 Mira']]);
		expect(taken[1]?.request.cause).toBe('reply');
	});

	test.each<[string, Partial<ChatMessage>]>([
		['another channel', { channelId: '21' }],
		['other words', { content: 'good evening' }],
		['a webhook of ours', { webhook: { id: '66', applicationId: SELF_ID, isOurs: true } }],
		['no words at all', { content: ' ' }],
	])('is none in the case of %s', async (_, change) => {
		const { clock, say, intake, answered, proxied } = openIntake();
		say(written());
		intake.takeDeletion('20', '10');
		say(posted(change));
		clock.advance(5_000);
		await settled();
		expect(answered()).toEqual([]);
		expect(proxied).toEqual([]);
	});

	test('is none more than three seconds apart', async () => {
		const early = openIntake();
		early.say(written());
		early.intake.takeDeletion('20', '10');
		early.clock.advance(3_000);
		early.say(posted());
		const late = openIntake();
		late.say(written());
		late.say(posted());
		late.clock.advance(3_000);
		late.intake.takeDeletion('20', '10');
		expect([...early.proxied, ...late.proxied]).toEqual([]);
	});

	test('a deletion without a proxy takes the line out', async () => {
		const { clock, say, intake, answered } = openIntake();
		say(written());
		intake.takeDeletion('20', '10');
		clock.advance(5_000);
		await settled();
		expect(answered()).toEqual([]);
	});
});
