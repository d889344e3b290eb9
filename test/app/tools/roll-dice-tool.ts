/** `roll_dice`: a tool as somebody would add one. */
import { runnableTool } from '#app/tools/runnable-tool';

/** The tool; thirteen sides break it. */
export const rollDiceTool = runnableTool({
	name: 'roll_dice',
	macro: 'dice_tool',
	description: 'Rolls dice.',
	schema: (z) => z.strictObject({ sides: z.int().min(2).max(100).default(6) }),
	isOffered: ({ room }) => room.kind === 'guild',
	callsPerReplyMax: 2,
	run: async ({ sides }) => {
		if (sides === 13) throw new Error('unlucky');
		return `A ${sides}.`;
	},
});
