/** `reveal_message_metadata`: who sent which message, and exactly when. */
import { z } from 'zod';
import { metadataTool } from '#domain/tool-call';
import { defineTool } from './tool.ts';

/** Messages that one call may ask for. */
export const messagesAskedMax = 20;

const latestDefault = 5;
const handleUnitsMax = 32;

/** The tool. */
export const revealMessageMetadata = defineTool({
	name: metadataTool,
	macro: 'message_metadata_tool',
	description:
		'Tells who sent a message and exactly when, in the time zone of this server. Ask by the IDs that notes give (media_1, ref_1), or for the latest messages.',
	schema: z
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
});
