/** `reveal_message_metadata`: who sent which message, and exactly when. */
import { MessageIdMap } from '#core/context/message-id-map';
import { instantInWords } from '#core/text/clock-words';
import { plainLabel } from '#core/text/plain-label';
import { quoteInNote } from '#core/text/system-note';
import type { ChatMessage } from '#domain/message';
import { metadataTool } from '#domain/tool-call';
import { normalizeZone } from '#lib/calendar-day';
import { runnableTool, type ToolScene } from './runnable-tool.ts';

/** Messages that one call may ask for. */
const messagesAskedMax = 20;
const latestDefault = 5;
const handleUnitsMax = 32;
const wordsCharactersMax = 60;

/** When Discord's ids begin to count, in milliseconds since 1970, and how far the time stands in an id. */
const discordEpochMs = 1_420_070_400_000;
const timeShift = 22n;

/** The tool. */
export const revealMessageMetadataTool = runnableTool({
	name: metadataTool,
	macro: 'message_metadata_tool',
	description:
		'Tells who sent a message and exactly when, in the time zone of this server. Ask by the IDs that notes give (media_1, ref_1), or for the latest messages.',
	schema: (z) =>
		z
			.strictObject({
				ids: z
					.array(z.string().trim().min(1).max(handleUnitsMax))
					.min(1)
					.max(messagesAskedMax)
					.describe('IDs such as media_1 or ref_1')
					.optional(),
				latest: z.int().min(1).max(messagesAskedMax).describe('How many of the latest messages').optional(),
			})
			.transform(({ ids, latest }) => ({ ids: ids ?? [], latest: latest ?? (ids === undefined ? latestDefault : 0) })),
	isOffered: () => true,
	async run({ ids, latest }, scene) {
		const asked = ids.map((id) => `${quoteInNote(id)}: ${byHandle(id, scene)}`);
		const newest = latest === 0 ? [] : tellable(scene).slice(-latest);
		return [...asked, ...newest.map((message) => metadata(message, scene))].slice(0, 2 * messagesAskedMax).join('\n');
	},
});

/** What the model has read: nobody who is blocked or keeps out of contexts, and nothing from before a fresh start. */
function tellable({ facts, tellable: ids }: ToolScene): readonly ChatMessage[] {
	const { blocks, privateUserIds } = facts.history;
	return facts.messages.filter(
		({ id, author }) => ids.has(id) && !blocks.has(author.id) && !privateUserIds.has(author.id),
	);
}

/** Messages that are only mentioned, such as old ones that somebody replied to, have a time and nobody's name here. */
function byHandle(handle: string, scene: ToolScene): string {
	const id = scene.messageIds.resolve(handle);
	const message = tellable(scene).find((each) => each.id === id);
	if (message !== undefined) return metadata(message, scene);
	const isRead = scene.facts.messages.some((each) => each.id === id);
	if (!MessageIdMap.isOpaqueKey(handle) || id === handle || isRead) return 'There is no such message here.';
	return `sent on ${exactly(Number(BigInt(id) >> timeShift) + discordEpochMs, scene)}`;
}

function metadata(message: ChatMessage, scene: ToolScene): string {
	const { content, createdAtMs } = message;
	const words = quoteInNote(content, wordsCharactersMax);
	const when = createdAtMs === null ? 'at an unknown time' : `on ${exactly(createdAtMs, scene)}`;
	return `${senderOf(message, scene)}, sent ${when}${words === '' ? '' : `: "${words}"`}`;
}

function senderOf({ id, author }: ChatMessage, { facts, people }: ToolScene): string {
	const { personas, personaIdByMessageId } = facts.history;
	const persona = personas.find((each) => each.id === personaIdByMessageId.get(id));
	return people.get(author.id) ?? plainLabel(persona?.name ?? author.displayName, 'someone');
}

function exactly(epochMs: number, { facts }: ToolScene): string {
	const zone = normalizeZone(facts.settings.zone) ?? 'UTC';
	const seconds = String(Math.floor(epochMs / 1_000) % 60).padStart(2, '0');
	return `${instantInWords(epochMs, zone)}:${seconds} (${zone})`;
}
