/** What Discord would be sent of a reply that comes in pieces. */
import { ReplyDelivery } from '#app/chat/deliver-reply';
import type { TextDress } from '#app/chat/dress-text';
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

/** How a test differs from a place with one person, `Bo`, and one emoji, `wave`. */
export interface DeliveredChange {
	/** Which persona speaks; `Mio` unless a test says otherwise. */
	readonly ownLabels?: readonly string[];
	readonly dress?: Partial<TextDress>;
}

/** Every message of the reply, in order; the humanizer drops and breaks nothing unless `dress` says so. */
export async function delivered(
	pieces: readonly string[],
	degree: HumanizerDegree,
	{ ownLabels = ['Mio'], dress = {} }: DeliveredChange = {},
): Promise<readonly OutgoingMessage[]> {
	const { posts, surface } = openChannel();
	const clock = new ManualClock();
	const random = { next: () => 0.9 };
	const delivery = new ReplyDelivery({
		surface,
		clock,
		place: () => ({ channelId: '5', replyToId: '7' }),
		messagesMax: 200,
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
			...dress,
		},
		pace: new ReplyPace({ clock, random, degree, isOn: false }),
		looks: { own: undefined, find: (label) => (label === 'Bo' ? { name: 'Mio (Bo)', avatarUrl: null } : undefined) },
		quote: { label: 'Bo', text: 'hi' },
		ownLabels,
		onPosting: async () => {},
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
