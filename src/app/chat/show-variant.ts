/** Puts another reply in the place of the one that stands in the channel. */
import type { Failure } from '#domain/failure';
import type { MessageButton, PostedMessage } from '#domain/reply';
import type { PartContent } from '#domain/turn';
import { err, ok, type Result } from '#lib/result';
import type { OutgoingPart } from '#ports/open-turn-store';
import type { StoredReply } from '#ports/reply-store';
import type { ChatPorts } from './chat-ports.ts';

/** What is to stand there. */
export interface VariantChange {
	readonly reply: StoredReply;
	readonly variant: number;
	readonly parts: readonly PartContent[];
	/** The same as messages, for those that have to be posted. */
	readonly planned: readonly OutgoingPart[];
	/** A message that an earlier process has posted in this place, if any. */
	readonly posted?: (part: number) => Promise<PostedMessage | null>;
	/** The row below the last message. */
	readonly buttons: readonly MessageButton[];
	readonly signal: AbortSignal;
}

/**
 * Messages are changed where they stand, so that the reply keeps its place in the conversation; further ones are posted
 * and superfluous ones taken back. A message that takes no more edits (S090), or bears another name, is posted anew with
 * all that follow it. What stands afterwards is stored, also when something failed on the way.
 */
export async function showVariant(change: VariantChange, ports: ChatPorts): Promise<Result<void, Failure>> {
	const { reply, variant, parts } = change;
	const standing = [...reply.messages];
	const shown: PostedMessage[] = [];
	let failure: Failure | null = null;
	let mayEdit = true;
	for (const [part, content] of parts.entries()) {
		const old = mayEdit ? standing[shown.length] : undefined;
		if (old !== undefined && isSameLook(reply, part, content)) {
			const edited = await editPart(change, { old, part, content }, ports);
			if (edited.ok) {
				shown.push(old);
				continue;
			}
			if (edited.error.code !== 'discord-edit-limit' && edited.error.code !== 'discord-gone') {
				failure = edited.error;
				break;
			}
		}
		mayEdit = false;
		const posted = await postPart(change, part, ports);
		if (!posted.ok) {
			failure = posted.error;
			break;
		}
		shown.push(posted.value);
	}
	if (failure === null) {
		const kept = new Set(shown.map(({ id }) => id));
		for (const message of standing) if (!kept.has(message.id)) await ports.surface.remove(message);
	}
	const messages = failure === null ? shown : [...new Set([...shown, ...standing])];
	const { turnId, personaId } = reply;
	await ports.stores.replies.showVariant({ turnId, personaId, variant, messages, parts });
	return failure === null ? ok(undefined) : { ok: false, error: failure };
}

interface Part {
	readonly part: number;
	readonly content: PartContent;
}

/** A webhook's message keeps its name for good. */
function isSameLook({ variants, variant }: StoredReply, part: number, { identity }: PartContent): boolean {
	const old = variants[variant]?.[part]?.identity ?? null;
	return old?.name === identity?.name && old?.avatarUrl === identity?.avatarUrl;
}

async function editPart(
	{ parts, buttons, signal }: VariantChange,
	{ old, part, content }: Part & { readonly old: PostedMessage },
	ports: ChatPorts,
): Promise<Result<void, Failure>> {
	const row = part === parts.length - 1 ? buttons : [];
	return await ports.surface.edit(old, { text: content.text, buttons: row, notifiableUserIds: [] }, signal);
}

async function postPart(
	{ planned, parts, buttons, signal, posted }: VariantChange,
	part: number,
	ports: ChatPorts,
): Promise<Result<PostedMessage, Failure>> {
	const plan = planned[part];
	if (!plan) return err({ code: 'internal-error' });
	const found = (await posted?.(part)) ?? null;
	if (found !== null) return ok(found);
	return await ports.surface.post({ ...plan.message, ...(part === parts.length - 1 ? { buttons } : {}) }, signal);
}
