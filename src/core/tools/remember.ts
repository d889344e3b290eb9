/** `remember`: keeps something about the server or about the person who speaks. */
import { z } from 'zod';
import { MEMORY_LIMITS } from '#domain/memory';
import { defineTool } from './tool.ts';

/** The tool. */
export const remember = defineTool({
	name: 'remember',
	description:
		'Keeps one short fact for later conversations: about the person who speaks to you (personal), or about this server and what happens in it (server).',
	schema: z.strictObject({
		text: z
			.string()
			.trim()
			.min(1)
			.max(MEMORY_LIMITS.contentCharactersMax)
			.describe('The fact, in one or two sentences'),
		about: z.enum(['personal', 'server']).default('personal'),
	}),
});
