/** The tools that there are, in the order in which models read them; a new one is a file beside this one and a line here. */
import { analyzeImageTool } from './analyze-image-tool.ts';
import { recallTool } from './recall-tool.ts';
import { rememberTool } from './remember-tool.ts';
import { revealMessageMetadataTool } from './reveal-message-metadata-tool.ts';
import type { RunnableTool } from './runnable-tool.ts';
import { updateShortTermMemoryTool } from './update-short-term-memory-tool.ts';

/** Which of them are there in a turn each says itself. */
export const ALL_TOOLS: readonly RunnableTool[] = [
	revealMessageMetadataTool,
	analyzeImageTool,
	rememberTool,
	recallTool,
	updateShortTermMemoryTool,
];
