/** A channel in which a reply can be written without anybody seeing it. */
import type { OutgoingMessage } from '#domain/reply';
import type { PartContent } from '#domain/turn';
import { ok } from '#lib/result';
import { channelBefore } from './channel-before.ts';
import type { ChatPorts } from './chat-ports.ts';
import { unstoredTurns } from './unstored-turns.ts';

/** What was written, and the ports that lead there. */
export interface Draft {
	readonly ports: ChatPorts;
	/** Every message so far, in order. */
	readonly parts: () => readonly PartContent[];
}

/**
 * The same ports, but posts are kept, nothing of the reply is stored, and the channel is read as it was before the
 * message `beforeId`.
 */
export function openDraft(ports: ChatPorts, beforeId: string): Draft {
	const kept = new Map<string, PartContent>();
	const { surface } = channelBefore(ports, beforeId);
	const { stores } = ports;
	return {
		parts: () => [...kept.values()],
		ports: {
			...ports,
			delivery: { ...ports.delivery, isPaced: false },
			surface: {
				...surface,
				async post(message: OutgoingMessage) {
					const id = `draft-${kept.size}-${message.nonce}`;
					kept.set(id, { text: message.text, identity: message.identity ?? null });
					return ok({ id, channelId: message.channelId });
				},
				async remove({ id }) {
					kept.delete(id);
					return ok(undefined);
				},
			},
			stores: unstoredTurns(stores),
		},
	};
}
