/** Turns what a user does with commands, components and modals into INTERACTION_CREATE events, refusing what a client would not offer. */
import type { APIUser } from 'discord-api-types/v10';
import { findCommand, resolveCommandData } from './command-options.ts';
import { InteractionHandle } from './interaction-handle.ts';
import type { ComponentUse, ModalUse, PlacedCommandUse } from './interaction-input.ts';
import type { InteractionRecord } from './interaction-record.ts';
import { interactionChannelJson, type Json, memberJson, userJson } from './payloads.ts';
import { guildPermissions, permissionsIn } from './permissions.ts';
import { type ChannelRecord, idOf, type MessageRecord } from './records.ts';
import { Resolver } from './resolver.ts';
import { fillModal, findComponent, type SentComponent } from './sent-components.ts';
import { presentMessage } from './store-message.ts';
import type { World } from './world.ts';

interface InteractionDraft {
	readonly type: 2 | 3 | 4 | 5;
	readonly channel: ChannelRecord;
	readonly data: Json;
	readonly locale?: string | undefined;
	readonly commandName?: string;
	readonly commandType?: number;
	readonly source?: MessageRecord | null;
	readonly opener?: InteractionRecord;
}

function createInteraction(world: World, user: APIUser, draft: InteractionDraft): InteractionHandle {
	const { channel } = draft;
	const id = world.ids.next();
	const record: InteractionRecord = {
		id,
		token: `interaction-token-${id}`,
		type: draft.type,
		userId: user.id,
		channelId: channel.id,
		guildId: channel.guildId,
		commandName: draft.commandName ?? null,
		commandType: draft.commandType ?? null,
		createdAtMs: world.clock.now(),
		source: draft.source ?? null,
		opener: draft.opener ?? null,
		callback: null,
		original: null,
		followUps: [],
		originalVersions: [],
	};
	world.interactions.set(id, record);
	const person: Json = { user: userJson(user) };
	const context = channel.guildId === null ? 1 : 0;
	const guild = channel.guildId === null ? null : world.guild(channel.guildId);
	const place: Json =
		guild === null
			? person
			: {
					guild_id: guild.id,
					guild: { id: guild.id, locale: guild.preferredLocale, features: [] },
					guild_locale: guild.preferredLocale,
					member: {
						...memberJson(world.member(guild.id, user.id), true),
						permissions: permissionsIn(world, channel, user.id).toString(),
					},
				};
	const d: Json = {
		id,
		application_id: world.application.id,
		type: draft.type,
		token: record.token,
		version: 1,
		data: draft.data,
		channel_id: channel.id,
		channel: interactionChannelJson(world, channel, user.id),
		app_permissions: permissionsIn(world, channel, world.application.bot.id).toString(),
		locale: draft.locale ?? 'en-US',
		entitlements: [],
		authorizing_integration_owners: { '0': guild?.id ?? '0' },
		context,
		attachment_size_limit: 10_485_760,
		...place,
		...(record.source === null ? {} : { message: presentMessage(world, record.source) }),
	};
	world.announce({ kind: 'interaction', interaction: record });
	world.dispatch({ t: 'INTERACTION_CREATE', d, guildId: channel.guildId });
	return new InteractionHandle(world, record);
}

/** The option type whose values a select of this component type holds: users, roles, both, channels. */
const selectedTypes: Readonly<Record<number, number>> = { 5: 6, 6: 8, 7: 9, 8: 7 };

const commandTypes = { slash: 1, autocomplete: 1, user: 2, message: 3 } as const;

/** Uses a command that is registered where the user is; throws when a client would not offer it. */
export function useCommand(world: World, user: APIUser, use: PlacedCommandUse): InteractionHandle {
	const channel = world.channel(idOf(use.channel));
	const path = use.kind === 'slash' || use.kind === 'autocomplete' ? use.command.split(' ') : [use.command];
	const command = findCommand(world, { name: path[0] ?? '', type: commandTypes[use.kind], guildId: channel.guildId });
	const needed = BigInt(command.default_member_permissions ?? '0');
	const held = channel.guildId === null ? needed : guildPermissions(world, channel.guildId, user.id);
	if ((held & needed) !== needed) throw new Error(`${user.username} is not offered /${use.command}`);
	const context = channel.guildId === null ? 1 : 0;
	const contexts = command.contexts as readonly number[] | null | undefined;
	if (contexts !== null && contexts !== undefined && !contexts.includes(context)) {
		throw new Error(`/${use.command} is not offered in this kind of channel`);
	}
	const data = resolveCommandData(world, { command, path, use, channel, userId: user.id });
	return createInteraction(world, user, {
		type: use.kind === 'autocomplete' ? 4 : 2,
		channel,
		data,
		locale: use.locale,
		commandName: use.command,
		commandType: command.type,
	});
}

/** Uses a component of a message; throws when the message has no such enabled component or value. */
export function useComponent(
	world: World,
	user: APIUser,
	use: ComponentUse & { readonly record: MessageRecord },
): InteractionHandle {
	const { message, ephemeralTo } = use.record;
	if (ephemeralTo !== null && ephemeralTo !== user.id) throw new Error(`${user.username} cannot see this message`);
	const component: SentComponent = findComponent(message.components ?? [], use.customId);
	const values = use.values ?? [];
	for (const value of component.type === 3 ? values : []) {
		if (!component.options.includes(value)) throw new Error(`The select ${use.customId} has no value ${value}`);
	}
	const channel = world.channel(message.channel_id);
	const resolver = new Resolver(world, channel, user.id);
	const optionType = selectedTypes[component.type];
	if (optionType !== undefined) {
		for (const id of values) resolver.value({ type: optionType, name: use.customId }, { id });
	}
	const data: Json = {
		custom_id: use.customId,
		component_type: component.type,
		id: component.id,
		...(component.type === 2 ? {} : { values: [...values], resolved: resolver.resolved }),
	};
	return createInteraction(world, user, { type: 3, channel, data, locale: use.locale, source: use.record });
}

/** Submits the modal that answered an interaction; throws when a field is unknown or breaks its limits. */
export function useModal(
	world: World,
	user: APIUser,
	use: { readonly opened: InteractionRecord; readonly fields: ModalUse },
): InteractionHandle {
	const { callback, channelId, source } = use.opened;
	if (callback?.type !== 9) throw new Error('The interaction was not answered with a modal');
	const data = {
		custom_id: callback.data['custom_id'],
		components: fillModal(callback.data, use.fields),
		resolved: {},
	};
	return createInteraction(world, user, {
		type: 5,
		channel: world.channel(channelId),
		data,
		source,
		opener: use.opened,
	});
}
