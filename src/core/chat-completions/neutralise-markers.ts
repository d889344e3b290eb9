/** Keeps what people write from being read as the turns of a chat template (ruling N4). */

/**
 * The marks of the templates that chat models are served with: `<|im_start|>` and its kin, `[INST]`, `<<SYS>>`,
 * `<start_of_turn>`, `<s>`; and those of calls and their results: `<tool_response>` makes of a person's line what a tool
 * has told, and a `<tool_call>` that a model quotes is a call for its server. Which of them it knows is not known here.
 */
const OF_TEMPLATES =
	/<(?=[|｜][^<>\s]{1,60}[|｜]>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])|<(?=<\/?SYS>>)|<(?=(?:\/?s|bos|eos|pad|unk|start_of_turn|end_of_turn)>)/u;
const OF_TOOLS =
	/<(?=\/?(?:(?:minimax:)?(?:tool|function)_(?:call|response|result)s?|(?:start|end)_function_(?:call|response)|arg_key|arg_value|tools)>)|<(?=(?:function|parameter)=[^<>\s]{1,64}>)|<(?=\/?[|｜]DSML[|｜])/u;
const MARKERS = new RegExp(`${OF_TEMPLATES.source}|${OF_TOOLS.source}`, 'gu');

/** The text in which each mark has a space after its first character. */
export function neutraliseMarkers(text: string): string {
	return text.replaceAll(MARKERS, '$& ');
}
