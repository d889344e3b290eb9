/** The objects that an interaction's values name, as Discord sends them along under `resolved`. */
import { type AttachmentInput, storeAttachments } from './attachments.ts';
import type { OptionValue } from './interaction-input.ts';
import { interactionChannelJson, type Json, memberJson, userJson } from './payloads.ts';
import { permissionsIn } from './permissions.ts';
import type { ChannelRecord } from './records.ts';
import type { World } from './world.ts';

/** Collects the `resolved` of an interaction. */
export class Resolver {
	/** The objects by kind and id. */
	readonly resolved: Record<string, Record<string, Json>> = {};
	readonly #world: World;
	readonly #channel: ChannelRecord;
	readonly #userId: string;

	constructor(world: World, channel: ChannelRecord, userId: string) {
		this.#world = world;
		this.#channel = channel;
		this.#userId = userId;
	}

	/** Keeps one object. */
	put(kind: string, id: string, value: Json): void {
		this.resolved[kind] ??= {};
		this.resolved[kind][id] = value;
	}

	/** Keeps a user, and the member where there is one. */
	user(id: string): void {
		this.put('users', id, userJson(this.#world.user(id)));
		const { guildId } = this.#channel;
		const member = guildId === null ? undefined : this.#world.guild(guildId).members.get(id);
		if (member === undefined) return;
		const { deaf: _deaf, mute: _mute, ...partial } = memberJson(member, false);
		this.put('members', id, { ...partial, permissions: permissionsIn(this.#world, this.#channel, id).toString() });
	}

	/** The value as the wire carries it. */
	value(definition: { readonly type: number; readonly name: string }, value: OptionValue): string | number | boolean {
		if (definition.type === 11) {
			const [attachment] = storeAttachments(this.#world, this.#channel.id, [value as AttachmentInput]);
			if (attachment === undefined) throw new Error('No attachment was made');
			this.put('attachments', attachment.id, { ...attachment });
			return attachment.id;
		}
		if (typeof value !== 'object') return value;
		if (!('id' in value)) throw new Error(`The option ${definition.name} takes no file`);
		const { id } = value;
		if (definition.type === 6) this.user(id);
		else if (definition.type === 7)
			this.put('channels', id, interactionChannelJson(this.#world, this.#world.channel(id), this.#userId));
		else if (definition.type === 8) this.put('roles', id, { ...this.#role(id) });
		else if (definition.type === 9) {
			if (this.#world.users.has(id)) this.user(id);
			else this.put('roles', id, { ...this.#role(id) });
		}
		return id;
	}

	#role(id: string): Json {
		const { guildId } = this.#channel;
		const role = guildId === null ? undefined : this.#world.guild(guildId).roles.get(id);
		if (role === undefined) throw new Error(`No role ${id} here`);
		return { ...role };
	}
}
