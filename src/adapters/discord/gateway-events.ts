/** Takes what is of use from the gateway's raw packets. */
import { type Client, Events, GatewayDispatchEvents, type Guild } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { Log } from '#ports/log';
import { createOutlet, type Outlet } from './outlet.ts';
import { objectOf, textOf, textsOf } from './raw-fields.ts';
import { createThreadMemory, type ThreadMemory } from './thread-memory.ts';

/** Messages that are gone. */
export interface DeletedMessages {
	readonly channelId: Snowflake;
	readonly messageIds: readonly Snowflake[];
}

/** Somebody started typing. */
export interface TypingStart {
	readonly channelId: Snowflake;
	readonly userId: Snowflake;
}

/** The packets of one client, by kind. */
export interface GatewayEvents {
	/** MESSAGE_CREATE, as it came. */
	readonly messages: Outlet<unknown>;
	/** MESSAGE_UPDATE, as it came: edits by people, and previews and pins, which are none. */
	readonly edits: Outlet<unknown>;
	readonly deletions: Outlet<DeletedMessages>;
	readonly typings: Outlet<TypingStart>;
	/** INTERACTION_CREATE, as it came. */
	readonly interactions: Outlet<unknown>;
	/** Servers that the bot was added to; those it was in when it logged in are none. */
	readonly joins: Outlet<Guild>;
	readonly threads: Pick<ThreadMemory, 'threadFrom'>;
}

/** Messages, and interactions, that wait for the program to finish starting. */
export const keptEventsMax = 200;

/** Hooks a client, once; listeners may come later. Nothing here can throw into the client. */
export function gatewayEvents(client: Client, log: Log): GatewayEvents {
	const threads = createThreadMemory();
	const events: GatewayEvents = {
		threads,
		messages: createOutlet({ name: 'message', log, keptMax: keptEventsMax }),
		edits: createOutlet({ name: 'edit', log, keptMax: 0 }),
		deletions: createOutlet({ name: 'deletion', log, keptMax: 0 }),
		typings: createOutlet({ name: 'typing', log, keptMax: 0 }),
		interactions: createOutlet({ name: 'interaction', log, keptMax: keptEventsMax }),
		joins: createOutlet({ name: 'join', log, keptMax: keptEventsMax }),
	};
	client.ws.on(GatewayDispatchEvents.ThreadCreate, (packet: unknown) => threads.noteCreated(packet));
	client.ws.on(GatewayDispatchEvents.ThreadDelete, (packet: unknown) => threads.noteDeleted(packet));
	client.on(Events.GuildCreate, (guild) => events.joins.emit(guild));
	client.ws.on(GatewayDispatchEvents.MessageCreate, (packet: unknown) => events.messages.emit(packet));
	client.ws.on(GatewayDispatchEvents.MessageUpdate, (packet: unknown) => events.edits.emit(packet));
	client.ws.on(GatewayDispatchEvents.InteractionCreate, (packet: unknown) => events.interactions.emit(packet));
	client.ws.on(GatewayDispatchEvents.MessageDelete, (packet: unknown) => {
		const messageId = textOf(objectOf(packet)?.['id']);
		emitDeletion(events, packet, messageId ? [messageId] : []);
	});
	client.ws.on(GatewayDispatchEvents.MessageDeleteBulk, (packet: unknown) => {
		emitDeletion(events, packet, textsOf(objectOf(packet)?.['ids']));
	});
	client.ws.on(GatewayDispatchEvents.TypingStart, (packet: unknown) => {
		const channelId = textOf(objectOf(packet)?.['channel_id']);
		const userId = textOf(objectOf(packet)?.['user_id']);
		if (channelId && userId) events.typings.emit({ channelId, userId });
	});
	return events;
}

function emitDeletion(events: GatewayEvents, packet: unknown, messageIds: readonly Snowflake[]): void {
	const channelId = textOf(objectOf(packet)?.['channel_id']);
	if (channelId && messageIds.length > 0) events.deletions.emit({ channelId, messageIds });
}
