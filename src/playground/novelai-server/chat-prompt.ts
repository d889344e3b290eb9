/** Reads a GLM chat prompt as the model's own template would, and names everything in it that the template cannot produce. */

/** A turn as parsed; the body is what stands between the tag's line feed and the next tag. */
export interface ChatTurn {
	readonly role: 'system' | 'user' | 'assistant' | 'observation';
	readonly body: string;
}

/** What a check may take into account beside the prompt. */
export interface ChatCheckOptions {
	readonly model: string;
	/** True when the prompt ends with what this account was sent last: the end is then exact model output. */
	readonly isContinuation: boolean;
}

const start = '[gMASK]<sop>';
const noThink = '/nothink';
const emptyThinking = '<think></think>\n';
const roleTag = /<\|(system|user|assistant|observation)\|>/g;
const specialString =
	/<\|[a-z_]+\|>|\[gMASK\]|\[sMASK\]|\[MASK\]|<sop>|<eop>|<\/?think>|\/nothink|<\/?tool_(?:call|response)>|<\/?arg_(?:key|value)>/;
/** A lone `⁂` becomes harmless by a space behind it, so only the bare one counts. */
const structuralLine = /^(?:\*\*\*|-{3,4}|={6})[ \t]*$|^⁂$|^\[ (?:Author|S|Style|Knowledge):/;
const xialongSystemPrompt =
	"You are Xialong (夏龍), an AI model finetuned by Anlatan. You follow the user's instructions precisely while bringing creativity, nuance, and depth to every response. Adapt your voice and style to match what the task demands.";
const xialongHeader = 'Relevant persistent information:\n';
const xialongFirstEntry = /^(?:\[ (?:Author|Title|Tags|Genre): .+ \])?\[ S: [1-5] \]\n/;

/** The turns of a prompt; text before the first tag and tags without their line feed are named as problems. */
export function parseChatPrompt(prompt: string): { readonly turns: readonly ChatTurn[]; readonly problems: string[] } {
	const problems: string[] = [];
	if (!prompt.startsWith(start)) problems.push(`the prompt does not begin with ${start}`);
	const text = prompt.startsWith(start) ? prompt.slice(start.length) : prompt;
	const tags = [...text.matchAll(roleTag)];
	if (tags[0]?.index !== 0) problems.push('text stands between the start and the first role tag');
	const turns = tags.map((tag, index): ChatTurn => {
		const bodyStart = tag.index + tag[0].length;
		const body = text.slice(bodyStart, tags[index + 1]?.index ?? text.length);
		if (!body.startsWith('\n')) problems.push(`turn ${index + 1}: ${tag[0]} is not followed by a line feed`);
		return { role: tag[1] as ChatTurn['role'], body: body.startsWith('\n') ? body.slice(1) : body };
	});
	return { turns, problems };
}

/** Every way in which the prompt departs from the template; empty for a well-formed one. */
export function checkChatPrompt(prompt: string, options: ChatCheckOptions): readonly string[] {
	const { turns, problems } = parseChatPrompt(prompt);
	const last = turns.at(-1);
	if (last?.role !== 'assistant') problems.push('the prompt does not end in an assistant turn');
	const thinkingOff = last?.body.startsWith(emptyThinking) ?? false;
	turns.forEach((turn, index) => {
		const isLast = index === turns.length - 1;
		const found = [
			...checkOrder(turn, turns[index - 1], isLast && !thinkingOff),
			...(turn.role === 'user' ? checkUserTurn(turn.body, thinkingOff) : []),
			...(turn.role === 'assistant' && !isLast ? checkPastAssistantTurn(turn.body) : []),
			...(isLast ? [] : checkAdmittedText(turn, { model: options.model, index })),
		];
		problems.push(...found.map((problem) => `turn ${index + 1} (${turn.role}): ${problem}`));
	});
	if (last !== undefined && !options.isContinuation) problems.push(...checkCue(last.body, thinkingOff));
	if (options.model === 'xialong-v1') problems.push(...checkXialong(turns, thinkingOff));
	return problems;
}

/** With thinking on, a reply after the persona's own line can only begin in a turn of its own. */
function checkOrder(turn: ChatTurn, previous: ChatTurn | undefined, opensThinking: boolean): string[] {
	if (turn.role === 'observation') return ['an observation turn has no place without tools'];
	if (turn.role === 'assistant' && opensThinking) return [];
	if (turn.role !== 'system' && previous?.role === turn.role) return ['follows a turn of the same role'];
	return [];
}

function checkUserTurn(body: string, thinkingOff: boolean): string[] {
	if (!thinkingOff) return body.includes(noThink) ? [`carries ${noThink} although thinking is on`] : [];
	if (!body.endsWith(noThink)) return [`does not end with ${noThink} although thinking is off`];
	const text = body.slice(0, -noThink.length);
	if (text === '') return ['has no text'];
	// The space that makes a lone `⁂` harmless stands behind it, and so may end the turn.
	return /(?<!⁂)[ \t\r\n]$/.test(text) ? [`has white space before ${noThink}`] : [];
}

function checkPastAssistantTurn(body: string): string[] {
	if (!body.startsWith(emptyThinking)) return ['does not open with <think></think> and a line feed'];
	return body === emptyThinking ? ['has no text'] : [];
}

/** Text that people or stored settings supplied must not hold anything the template or the model reads as structure. */
function checkAdmittedText(turn: ChatTurn, place: { readonly model: string; readonly index: number }): string[] {
	const problems: string[] = [];
	if (turn.body.endsWith('\n') && turn.body !== '') problems.push('a line feed stands before the next role tag');
	let text = turn.body;
	if (turn.role === 'user' && text.endsWith(noThink)) text = text.slice(0, -noThink.length);
	if (turn.role === 'assistant' && text.startsWith(emptyThinking)) text = text.slice(emptyThinking.length);
	const special = specialString.exec(text)?.[0];
	if (special !== undefined) problems.push(`the text holds the special string ${special}`);
	for (const line of text.split('\n').filter((candidate) => structuralLine.test(candidate))) {
		if (!isAllowedStructure(line, turn, place)) problems.push(`the text holds the structural line ${line}`);
	}
	return problems;
}

function isAllowedStructure(
	line: string,
	turn: ChatTurn,
	place: { readonly model: string; readonly index: number },
): boolean {
	const isXialong = place.model === 'xialong-v1';
	if (turn.role !== 'user' || place.index > (isXialong ? 1 : 0)) return false;
	if (line === '***') return turn.body.split('\n').filter((other) => other.replace(noThink, '') === '***').length === 1;
	return isXialong && (line === '----' || turn.body.startsWith(`${xialongHeader}${line}`));
}

function checkCue(body: string, thinkingOff: boolean): string[] {
	if (!thinkingOff && body === '') return [];
	if (body.includes(noThink)) return [`the last assistant turn holds ${noThink}`];
	const text = body.startsWith(emptyThinking) ? body.slice(emptyThinking.length) : body;
	return /^[^\n:：]{1,80}[:：][ \t]+$/.test(text) ? ['the cue ends with white space'] : [];
}

function checkXialong(turns: readonly ChatTurn[], thinkingOff: boolean): string[] {
	const problems: string[] = [];
	if (!thinkingOff) problems.push('xialong: thinking is on');
	if (turns[0]?.role !== 'system' || turns[0].body !== xialongSystemPrompt) {
		problems.push('xialong: the first turn is not the recommended system prompt, verbatim');
	}
	const opening = turns[1]?.role === 'user' ? turns[1].body : '';
	if (!opening.startsWith(xialongHeader) || !xialongFirstEntry.test(opening.slice(xialongHeader.length))) {
		problems.push('xialong: the persistent information does not begin with its heading and the ATTG line with stars');
	}
	return problems;
}
