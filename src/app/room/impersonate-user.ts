/** One message in a person's name, through a webhook that is gone afterwards. */
import type { ChatPorts } from '#app/chat/chat-ports';
import { gatherPlace } from '#app/chat/gather-place';
import { answerTurn } from '#app/chat/run-turn';
import type { ChatTurnContext } from '#app/chat/turn-context';
import { carriedReunion } from '#app/chat/turn-reunion';
import { unstoredTurns } from '#app/chat/unstored-turns';
import type { Failure } from '#domain/failure';
import type { TurnId } from '#domain/ids';
import type { Impersonation } from '#domain/impersonation';
import type { TurnRequest } from '#domain/turn';
import type { BorrowedVoice, BorrowedVoices, VoiceRefusal } from '#ports/borrowed-voice';

/** What came of it. */
export type ImpersonationEnd =
	| { readonly kind: 'said' | 'stopped' }
	| { readonly kind: 'no-voice'; readonly refusal: VoiceRefusal }
	| { readonly kind: 'failed'; readonly failure: Failure };

/** The outside of it. */
export interface ImpersonationPorts {
	readonly chat: ChatPorts;
	readonly voices: BorrowedVoices;
}

/** Nobody's turn: what is said in a person's name is no reply that could be regenerated, edited or counted. */
const NO_TURN = 0 as TurnId;

/** Writes and posts it; the webhook is deleted whatever happens, before this resolves. */
export async function impersonateUser(
	request: TurnRequest & { readonly impersonation: Impersonation },
	signal: AbortSignal,
	ports: ImpersonationPorts,
): Promise<ImpersonationEnd> {
	const { channelId } = request.trigger;
	const { identity, userDiscordId } = request.impersonation;
	const opened = await ports.voices.open(channelId, identity);
	if (!opened.ok) return { kind: 'no-voice', refusal: opened.error };
	const voice = opened.value;
	const stopTyping = ports.chat.surface.startTyping(channelId);
	try {
		// Whose words they are has to be known before anybody can read them.
		await ports.chat.stores.proxies.recordImpersonation({ webhookId: voice.webhookId, channelId, userDiscordId });
		return await say(request, signal, portsThrough(voice, ports.chat));
	} finally {
		stopTyping();
		await voice.close();
	}
}

async function say(request: TurnRequest, signal: AbortSignal, chat: ChatPorts): Promise<ImpersonationEnd> {
	const turn: ChatTurnContext = {
		request,
		place: await gatherPlace(request, chat),
		// Whoever is answered is not greeted, and nobody's presence is written down.
		reunionPresence: carriedReunion(null),
		turnId: NO_TURN,
		run: 0,
		variant: 0,
		firstPart: 0,
		controls: [],
		signal,
		answersByReply: false,
		markRequested: () => {},
		markDelivering: () => {},
		disown: () => {},
	};
	const outcome = await answerTurn(turn, chat);
	if (outcome.kind === 'failed') return { kind: 'failed', failure: outcome.failure };
	return { kind: outcome.kind === 'replied' && !signal.aborted ? 'said' : 'stopped' };
}

/** The voice says what is said, the bot itself what is told about it; nothing of it is a turn's. */
function portsThrough(voice: BorrowedVoice, chat: ChatPorts): ChatPorts {
	const { surface, stores } = chat;
	return {
		...chat,
		surface: {
			...surface,
			post: (message, signal) =>
				message.noticeKind === undefined ? voice.post(message, signal) : surface.post(message, signal),
			remove: (message) => voice.remove(message),
		},
		stores: unstoredTurns(stores),
	};
}
