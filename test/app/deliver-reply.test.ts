/** However a reply is cut on its way, the same messages are delivered. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReplyDelivery } from '#app/chat/deliver-reply';
import { ReplyPace } from '#app/chat/reply-pace';
import type { TurnId } from '#domain/ids';
import type { OutgoingMessage } from '#domain/reply';
import type { HumanizerDegree } from '#domain/settings';
import { ok } from '#lib/result';
import type { ChatSurface } from '#ports/chat-surface';
import { ManualClock } from '../support/manual-clock.ts';

/** A channel that takes everything; the other ways of using it are none of the delivery's business. */
function openChannel(): { readonly posts: OutgoingMessage[]; readonly surface: ChatSurface } {
	const posts: OutgoingMessage[] = [];
	const post: ChatSurface['post'] = async (message) => {
		posts.push(message);
		return ok({ id: String(posts.length), channelId: message.channelId });
	};
	return { posts, surface: { post } as ChatSurface };
}

async function deliver(pieces: readonly string[], degree: HumanizerDegree): Promise<readonly OutgoingMessage[]> {
	const { posts, surface } = openChannel();
	const clock = new ManualClock();
	const random = { next: () => 0.9 };
	const delivery = new ReplyDelivery({
		surface,
		clock,
		place: () => ({ channelId: '5', replyToId: '7' }),
		messagesMax: 40,
		triggerId: '7',
		notifiableUserIds: [],
		turnId: 1 as TurnId,
		attempt: 0,
		variant: 0,
		firstPart: 0,
		dress: {
			degree,
			people: new Map([['9', 'Bo']]),
			emojis: new Map([['wave', '<:wave:1>']]),
			keepsUnknownEmoji: false,
			chance: random.next,
		},
		pace: new ReplyPace({ clock, random, degree, isOn: false }),
		looks: { own: undefined, find: (label) => (label === 'Bo' ? { name: 'Mio (Bo)', avatarUrl: null } : undefined) },
		quote: { label: 'Bo', text: 'hi' },
		ownLabels: ['Mio'],
		buttons: [{ id: 'b', emoji: '🔄', isEnabled: true }],
		signal: new AbortController().signal,
		onFirst: () => {},
		onPosted: async () => {},
		onRefused: () => {},
	});
	for (const piece of pieces) delivery.push(piece);
	await delivery.end();
	return posts;
}

const parts = fc.constantFrom(
	'Mio',
	': ',
	' (Bo): ',
	'\n',
	'\n\n',
	'Words. ',
	'@Bo',
	':wave:',
	':nope:',
	'```',
	'**',
	'"',
	'||',
	'x',
);
const replies = fc.array(parts, { maxLength: 60 }).map((words) => words.join(''));
const degrees = fc.constantFrom<HumanizerDegree>(0, 1, 2, 3);

describe('a delivery', () => {
	test('any cutting of a reply gives the same messages', async () => {
		await fc.assert(
			fc.asyncProperty(replies, fc.array(fc.nat(200)), degrees, async (text, cuts, degree) => {
				const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
				const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
				expect(await deliver(pieces, degree)).toEqual(await deliver([text], degree));
			}),
		);
	});

	test('no message is blank or too long, and the last one alone bears the row of buttons', async () => {
		await fc.assert(
			fc.asyncProperty(replies, degrees, async (text, degree) => {
				const posts = await deliver([text], degree);
				expect(posts.every((post) => post.text.trim() !== '' && post.text.length <= 2_000)).toBe(true);
				expect(posts.filter((post) => post.buttons !== undefined)).toEqual(posts.slice(-1));
				expect(posts.filter((post) => post.replyToId !== null)).toEqual(posts.slice(0, 1));
			}),
		);
	});

	test('a line in another look is a message of its own, and only that line is', async () => {
		const posts = await deliver(['Me. ', 'And me.\nMio (B', 'o): You.\nMio: Me again.'], 2);
		expect(posts.map(({ text, identity }) => [text, identity?.name ?? null])).toEqual([
			['Me. And me.', null],
			['You.', 'Mio (Bo)'],
			['Me again.', null],
		]);
	});
});
