/** All reads of a turn, once. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { ok, type Result } from '#lib/result';
import type { ChatPorts } from './chat-ports.ts';
import type { TurnPlace } from './gather-place.ts';

/** A turn whose place and key are known. */
export interface GatherQuery {
	readonly request: TurnRequest;
	readonly place: TurnPlace;
	readonly credential: Credential;
	readonly signal: AbortSignal;
}

/** Reads the channel and what is known of its messages, and freezes everything. */
export async function gatherFacts(query: GatherQuery, ports: ChatPorts): Promise<Result<TurnFacts, Failure>> {
	const { request, place } = query;
	const read = await ports.surface.readMessages(
		{ channelId: request.trigger.channelId, limit: place.settings.messageFetchLimit },
		query.signal,
	);
	if (!read.ok) return read;
	const ownIds = read.value.filter((message) => message.author.kind === 'self').map((message) => message.id);
	const notices = await ports.stores.notices.findNotices(ownIds);
	return ok(
		Object.freeze({
			...place,
			credential: query.credential,
			messages: read.value,
			noticeIds: new Set(notices.map((notice) => notice.messageId)),
			triggerId: request.trigger.id,
			selfId: ports.selfId,
			nowMs: ports.clock.now(),
		}),
	);
}
