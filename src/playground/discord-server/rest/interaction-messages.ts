/** The messages an interaction makes: its reply, its later versions, and follow-ups, with Discord's time limits. */
import type { APIMessageInteractionMetadata, MessageType } from 'discord-api-types/v10';
import { storeAttachments } from '../attachments.ts';
import { discordError } from '../discord-error.ts';
import type { InteractionRecord } from '../interaction-record.ts';
import type { MessageRecord } from '../records.ts';
import { presentMessage, storeMessage } from '../store-message.ts';
import type { World } from '../world.ts';
import { applyEdit, loadingFlag } from './apply-edit.ts';
import { describedFiles, readMessageForm, requireVisible } from './message-form.ts';
import type { Body } from './read-body.ts';
import type { RestCall } from './router.ts';

/** How long an interaction's token is good for. */
const tokenLifeMs = 15 * 60_000;

/** The flag of a message that only its receiver sees. */
const ephemeralFlag = 64;

/** The interaction of a token; throws 10015 for an unknown one and 50027 for one that is too old. */
export function findInteraction(world: World, token: string): InteractionRecord {
	const found = [...world.interactions.values()].find((interaction) => interaction.token === token);
	if (found === undefined) throw discordError(10015);
	if (world.clock.now() - found.createdAtMs > tokenLifeMs) throw discordError(50027);
	return found;
}

/** Remembers a version of the first answer that a user can read. */
export function noteOriginal(world: World, interaction: InteractionRecord, record: MessageRecord): void {
	const loading = ((record.message.flags ?? 0) & loadingFlag) !== 0;
	if (interaction.original === record && !loading) interaction.originalVersions.push(presentMessage(world, record));
	world.announce({ kind: 'interaction-response', interaction });
}

function metadata(world: World, interaction: InteractionRecord): APIMessageInteractionMetadata {
	const user = world.user(interaction.userId);
	const owners = { '0': interaction.guildId ?? '0' };
	return {
		id: interaction.id,
		type: interaction.type,
		user,
		authorizing_integration_owners: owners,
		...(interaction.type === 3 && interaction.source !== null
			? { interacted_message_id: interaction.source.message.id }
			: {}),
		...(interaction.opener === null ? {} : { triggering_interaction_metadata: metadata(world, interaction.opener) }),
	} as unknown as APIMessageInteractionMetadata;
}

/** Stores a message of an interaction from a call's body; `deferred` stores the "is thinking" one. */
export function storeInteractionMessage(
	call: RestCall,
	interaction: InteractionRecord,
	input: {
		readonly body: Body;
		readonly deferred: boolean;
		readonly replyTo: MessageRecord | null;
		readonly within?: readonly string[];
	},
): MessageRecord {
	const { world } = call;
	const form = readMessageForm(input.body, input.within);
	const files = describedFiles(input.body, call.files);
	const channel = world.channel(interaction.channelId);
	const shown = { content: form.content ?? '', embeds: form.embeds ?? [], components: form.components ?? [] };
	if (!input.deferred) requireVisible({ ...shown, attachments: files });
	const flags = (form.flags ?? 0) | (input.deferred ? loadingFlag : 0);
	const fromCommand = interaction.type === 2 && input.replyTo === null;
	const type: { type?: MessageType } = fromCommand ? { type: interaction.commandType === 1 ? 20 : 23 } : {};
	return storeMessage(world, {
		channel,
		author: world.application.bot,
		origin: 'interaction',
		...shown,
		...type,
		attachments: storeAttachments(world, channel.id, files),
		allowedMentions: form.allowedMentions,
		flags,
		webhookId: world.application.id,
		applicationId: world.application.id,
		interaction: metadata(world, interaction),
		ephemeralTo: (flags & ephemeralFlag) === 0 ? null : interaction.userId,
		...(input.replyTo === null
			? {}
			: { replyTo: { id: input.replyTo.message.id, channelId: channel.id, record: input.replyTo } }),
	});
}

/** Posts a follow-up; after a deferral the first one fills the deferred reply. Throws 10015 before the first answer. */
export function postFollowUp(call: RestCall, interaction: InteractionRecord): MessageRecord {
	if (interaction.callback === null) throw discordError(10015);
	const { original } = interaction;
	const loading = original !== null && !original.deleted && ((original.message.flags ?? 0) & loadingFlag) !== 0;
	if (loading) {
		applyEdit(call, original);
		noteOriginal(call.world, interaction, original);
		return original;
	}
	const record = storeInteractionMessage(call, interaction, { body: call.body, deferred: false, replyTo: original });
	interaction.followUps.push(record);
	call.world.announce({ kind: 'interaction-response', interaction });
	return record;
}
