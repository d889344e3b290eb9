/** `analyze_image`: has the vision model look at one picture that the prompt shows or names. */
import { unshownNotice } from '#core/media/media-notices';
import { quoteInNote } from '#core/text/system-note';
import type { MediaDescriptor } from '#domain/media-descriptor';
import { imageAnalysisTool } from '#domain/tool-call';
import { askVisionModel } from './ask-vision-model.ts';
import { runnableTool, type ToolScene } from './runnable-tool.ts';

const handleUnitsMax = 32;
const questionUnitsMax = 500;
/** Pictures of one message, of which Discord takes ten. */
const placesMax = 50;

/** Each look is a request of its own to a model that may be slow. */
const looksPerReplyMax = 4;

const questionDefault = 'What does the picture show?';

/** The tool; it is there where a vision model is chosen, for a model that sees, too: pictures outside its window among them. */
export const analyzeImageTool = runnableTool({
	name: imageAnalysisTool,
	macro: 'image_analysis_tool',
	description:
		'Has a model that sees look at one picture of a message, and tells what it answers. Name the message by the ID that notes give (media_1).',
	schema: (z) =>
		z.strictObject({
			id: z.string().trim().min(1).max(handleUnitsMax).describe('ID such as media_1'),
			question: z
				.string()
				.trim()
				.min(1)
				.max(questionUnitsMax)
				.default(questionDefault)
				.describe('What you want to know of the picture'),
			place: z.int().min(1).max(placesMax).default(1).describe('Which of several pictures of the message, from 1'),
		}),
	isOffered: ({ vision }) => vision !== undefined,
	callsPerReplyMax: looksPerReplyMax,
	async run({ id, question, place }, scene, ports) {
		const pictures = picturesOf(id, scene);
		if (pictures.length === 0) return `Error: There is no picture ${quoteInNote(id)} here.`;
		const picture = pictures[place - 1];
		if (picture === undefined) return `Error: ${quoteInNote(id)} has only ${pictures.length} of them.`;
		const seen = await askVisionModel({ picture, question }, scene, ports);
		if (seen.kind === 'unshown') return `Error: ${unshownNotice([picture], seen.reason)}`;
		if (seen.kind === 'failed') return 'Error: The model that looks at pictures does not answer right now.';
		const which = pictures.length === 1 ? '' : ` (${place} of ${pictures.length})`;
		return `${quoteInNote(id)}${which}: ${seen.words}`;
	},
});

/**
 * Nothing but what the prompt itself shows or names, so neither what blocked people and those who keep out of contexts
 * post, nor any other message whose id somebody wrote. A message that answers another one shows that one's pictures, and
 * stands for them by its own id, too (seed: one direct reply hop).
 */
function picturesOf(handle: string, { prompt, messageIds }: ToolScene): readonly MediaDescriptor[] {
	const wanted = messageIds.resolve(handle);
	const isMeant = (messageId: string | undefined, mediaId: string): boolean =>
		mediaId === handle || messageIds.resolve(mediaId) === wanted || messageId === wanted;
	const found = prompt.items.flatMap(({ messageId, mediaDescriptors = [] }) =>
		mediaDescriptors.filter(({ kind, mediaId }) => kind === 'image' && isMeant(messageId, mediaId)),
	);
	return [...new Map(found.map((picture) => [picture.uri, picture])).values()];
}
