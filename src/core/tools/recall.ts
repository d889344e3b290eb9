/** `recall`: looks for what was kept earlier. */
import { z } from 'zod';
import { defineTool } from './tool.ts';

const wordsUnitsMax = 100;

/** The tool. */
export const recall = defineTool({
	name: 'recall',
	description:
		'Looks through what you were told to remember about this server and about the person who speaks to you, for memories in which all of the words occur.',
	schema: z.strictObject({ words: z.string().trim().min(1).max(wordsUnitsMax).describe('One word or a few') }),
});
