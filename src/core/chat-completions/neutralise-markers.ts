/** Keeps what people write from being read as the turns of a chat template (ruling N4). */

/**
 * The marks of the templates that chat models are served with: `<|im_start|>` and its kin, `[INST]`, `<<SYS>>`,
 * `<start_of_turn>`, `<s>`. Which of them the server knows is not known here.
 */
const MARKERS =
	/<(?=[|｜][^<>\s]{1,60}[|｜]>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])|<(?=<\/?SYS>>)|<(?=(?:\/?s|bos|eos|pad|unk|start_of_turn|end_of_turn)>)/gu;

/** The text in which each mark has a space after its first character. */
export function neutraliseMarkers(text: string): string {
	return text.replaceAll(MARKERS, '$& ');
}
