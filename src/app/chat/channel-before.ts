/** The same ports, for whoever reads a channel as it was. */
import type { Snowflake } from '#domain/ids';
import type { ChatPorts } from './chat-ports.ts';

/** Channels are read as they were before the message `beforeId`, unless a read asks for an end of its own. */
export function channelBefore(ports: ChatPorts, beforeId: Snowflake): ChatPorts {
	const { surface } = ports;
	return {
		...ports,
		surface: {
			...surface,
			readMessages: (request, signal) => surface.readMessages({ beforeId, ...request }, signal),
		},
	};
}
