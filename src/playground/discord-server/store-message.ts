/** Puts messages into a channel, changes them and takes them out, with the gateway events each step causes. */
import type {
	APIAllowedMentions,
	APIAttachment,
	APIEmbed,
	APIMessage,
	APIMessageInteractionMetadata,
	APIMessageSnapshot,
	APIMessageTopLevelComponent,
	APIStickerItem,
	APIUser,
	MessageFlags,
	MessageType,
} from 'discord-api-types/v10';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { placeEmbedded } from './attachments.ts';
import { computePings } from './mentions.ts';
import { memberJson } from './payloads.ts';
import { permissionsIn } from './permissions.ts';
import type { ChannelRecord, MessageOrigin, MessageRecord } from './records.ts';
import type { World } from './world.ts';

/** What a new message is made of. */
export interface MessageDraft {
	readonly channel: ChannelRecord;
	readonly author: APIUser;
	readonly origin: MessageOrigin;
	readonly content: string;
	readonly type?: MessageType;
	readonly embeds?: readonly APIEmbed[];
	readonly components?: readonly APIMessageTopLevelComponent[];
	readonly attachments?: readonly APIAttachment[];
	readonly stickers?: readonly APIStickerItem[];
	readonly extra?: Partial<APIMessage>;
	/** The message replied to; null for a reply to something that is gone. */
	readonly replyTo?: { readonly id: string; readonly channelId: string; readonly record: MessageRecord | null };
	readonly forwardOf?: { readonly record: MessageRecord; readonly snapshots: APIMessageSnapshot[] };
	readonly allowedMentions?: APIAllowedMentions | null;
	readonly nonce?: string | number;
	readonly flags?: number;
	readonly webhookId?: string;
	readonly applicationId?: string;
	readonly interaction?: APIMessageInteractionMetadata;
	readonly ephemeralTo?: string | null;
	readonly avatarUrl?: string | null;
	/** A reply whose target is left out of every payload. */
	readonly omitsTarget?: boolean;
	/** When it was written; now when absent. */
	readonly atMs?: number;
	/** True for history that was there before anybody listened: no gateway event. */
	readonly silent?: boolean;
}

/** The types of message that carry the message they refer to: replies and the first message of a thread. */
const showsReference: readonly number[] = [19, 21];

/** The bits a forward adds to a message's flags. */
const hasSnapshotFlag = 16_384;

function mentionFields(world: World, channel: ChannelRecord, record: MessageRecord): Partial<APIMessage> {
	const { message } = record;
	const replied = message.message_reference?.type === 1 ? null : (message.referenced_message?.author.id ?? null);
	const pings = computePings({
		content: message.content,
		allowedMentions: record.allowedMentions,
		repliedUserId: replied,
	});
	const fromMember = record.origin === 'user' || record.origin === 'bot';
	const bits = fromMember ? permissionsIn(world, channel, message.author.id) : PermissionFlagsBits.MentionEveryone;
	const mentions = pings.users.flatMap((id) => {
		const user = world.users.get(id);
		return user === undefined ? [] : [user];
	});
	return {
		mentions,
		mention_roles: pings.roles.filter((id) => record.guildId !== null && world.guild(record.guildId).roles.has(id)),
		mention_everyone: pings.everyone && (bits & PermissionFlagsBits.MentionEveryone) !== 0n,
	};
}

function referenceFields(draft: MessageDraft): Partial<APIMessage> {
	const guild = draft.channel.guildId === null ? {} : { guild_id: draft.channel.guildId };
	if (draft.forwardOf !== undefined) {
		const { record, snapshots } = draft.forwardOf;
		return {
			message_reference: {
				type: 1,
				channel_id: record.message.channel_id,
				message_id: record.message.id,
				...(record.guildId === null ? {} : { guild_id: record.guildId }),
			},
			message_snapshots: snapshots,
		};
	}
	if (draft.replyTo === undefined) return {};
	return {
		message_reference: { type: 0, channel_id: draft.replyTo.channelId, message_id: draft.replyTo.id, ...guild },
		referenced_message: draft.replyTo.record === null ? null : draft.replyTo.record.message,
	};
}

function draftedMessage(world: World, draft: MessageDraft): APIMessage {
	const id = world.ids.next(draft.atMs);
	return {
		id,
		channel_id: draft.channel.id,
		author: draft.author,
		content: draft.content,
		timestamp: world.timestamp(draft.atMs),
		edited_timestamp: null,
		tts: false,
		mention_everyone: false,
		mentions: [],
		mention_roles: [],
		...placeEmbedded(draft.embeds ?? [], draft.attachments ?? []),
		components: [...(draft.components ?? [])],
		pinned: false,
		type: draft.type ?? (draft.replyTo === undefined ? 0 : 19),
		flags: ((draft.flags ?? 0) | (draft.forwardOf === undefined ? 0 : hasSnapshotFlag)) as MessageFlags,
		...(draft.stickers === undefined ? {} : { sticker_items: [...draft.stickers] }),
		...(draft.nonce === undefined ? {} : { nonce: draft.nonce }),
		...(draft.webhookId === undefined ? {} : { webhook_id: draft.webhookId }),
		...(draft.applicationId === undefined ? {} : { application_id: draft.applicationId }),
		...(draft.interaction === undefined ? {} : { interaction_metadata: draft.interaction }),
		...referenceFields(draft),
		...draft.extra,
	};
}

/** Stores the message and tells everybody who may know of it; ephemeral ones are kept out of the channel. */
export function storeMessage(world: World, draft: MessageDraft): MessageRecord {
	const { channel } = draft;
	const record: MessageRecord = {
		message: draftedMessage(world, draft),
		origin: draft.origin,
		guildId: channel.guildId,
		reactions: new Map(),
		pinnedAt: null,
		allowedMentions: draft.allowedMentions ?? null,
		ephemeralTo: draft.ephemeralTo ?? null,
		avatarUrl: draft.avatarUrl ?? null,
		omitsTarget: draft.omitsTarget ?? false,
		deleted: false,
	};
	Object.assign(record.message, mentionFields(world, channel, record));
	world.messageLog.push(record);
	if (record.ephemeralTo === null) {
		channel.messages.set(record.message.id, record);
		channel.lastMessageId = record.message.id;
		if (draft.silent !== true) dispatchMessage(world, record, 'MESSAGE_CREATE');
	}
	world.announce({ kind: 'message-create', record });
	return record;
}

/** What a later write changes; absent fields stay. */
export interface MessageChange {
	readonly fields: Partial<APIMessage>;
	/** Absent keeps the former ones, null means the write carried none. */
	readonly allowedMentions?: APIAllowedMentions | null;
	/** False for what Discord adds by itself, such as a link preview. */
	readonly edited: boolean;
}

/** Applies a change and tells everybody. */
export function updateMessage(world: World, record: MessageRecord, change: MessageChange): void {
	Object.assign(record.message, change.fields);
	if (change.edited) record.message.edited_timestamp = world.timestamp();
	if (change.allowedMentions !== undefined) record.allowedMentions = change.allowedMentions;
	if (change.fields.content !== undefined) {
		Object.assign(record.message, mentionFields(world, world.channel(record.message.channel_id), record));
	}
	if (record.ephemeralTo === null) dispatchMessage(world, record, 'MESSAGE_UPDATE');
	world.announce({ kind: 'message-update', record });
}

/** Takes messages out of their channel; several at once make one bulk event. */
export function deleteMessages(world: World, channel: ChannelRecord, records: readonly MessageRecord[]): void {
	for (const record of records) {
		channel.messages.delete(record.message.id);
		record.deleted = true;
	}
	const visible = records.filter((record) => record.ephemeralTo === null).map((record) => record.message.id);
	const where = { channel_id: channel.id, ...(channel.guildId === null ? {} : { guild_id: channel.guildId }) };
	const scope = { guildId: channel.guildId, channelId: channel.id };
	if (visible.length > 1) world.dispatch({ t: 'MESSAGE_DELETE_BULK', d: { ids: visible, ...where }, ...scope });
	else if (visible.length === 1) world.dispatch({ t: 'MESSAGE_DELETE', d: { id: visible[0], ...where }, ...scope });
	for (const record of records) world.announce({ kind: 'message-delete', record });
}

/** Sends a message as the gateway does: with guild, member and the members behind the mentions. */
export function dispatchMessage(world: World, record: MessageRecord, t: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE'): void {
	const message = presentMessage(world, record);
	const channel = world.channel(message.channel_id);
	const guild = record.guildId === null ? undefined : world.guilds.get(record.guildId);
	const member = guild?.members.get(message.author.id);
	const mentions = message.mentions.map((user) => {
		const mentioned = guild?.members.get(user.id);
		return mentioned === undefined ? user : { ...user, member: memberJson(mentioned, false) };
	});
	const d = {
		...message,
		mentions,
		channel_type: channel.type,
		...(guild === undefined ? {} : { guild_id: guild.id }),
		...(member === undefined || message.webhook_id !== undefined ? {} : { member: memberJson(member, false) }),
	};
	world.dispatch({ t, d, guildId: record.guildId, channelId: channel.id, message });
}

/** The message as it reads now: reactions, pin, and the replied-to message (null when it is gone, never nested deeper). */
export function presentMessage(world: World, record: MessageRecord): APIMessage {
	const message: APIMessage = { ...record.message, pinned: record.pinnedAt !== null };
	if (record.reactions.size > 0) {
		message.reactions = [...record.reactions.values()].map(({ emoji, userIds }) => ({
			emoji,
			count: userIds.size,
			count_details: { burst: 0, normal: userIds.size },
			me: userIds.has(world.application.bot.id),
			me_burst: false,
			burst_colors: [],
		}));
	}
	const reference = message.message_reference;
	if (record.omitsTarget) delete message.referenced_message;
	else if (showsReference.includes(message.type) && reference?.message_id !== undefined && reference.type !== 1) {
		const target = world.channels.get(reference.channel_id)?.messages.get(reference.message_id);
		if (target === undefined) message.referenced_message = null;
		else {
			const { referenced_message: _deeper, ...shallow } = target.message;
			message.referenced_message = shallow;
		}
	}
	const thread = world.channels.get(message.id);
	if (thread?.thread !== undefined && thread?.thread !== null)
		message.flags = ((message.flags ?? 0) | 32) as MessageFlags;
	return message;
}
