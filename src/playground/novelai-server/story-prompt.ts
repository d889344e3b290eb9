/** Reads a story prompt (Kayra, Erato) line by line and names everything that breaks the published layout. */

/** What a check may take into account beside the prompt. */
export interface StoryCheckOptions {
	readonly model: string;
	/** True when the prompt ends with what this account was sent last: the end is then exact model output. */
	readonly isContinuation: boolean;
}

const chatTemplateRemains = /^\[gMASK\]|<\|(?:system|user|assistant)\|>\n(?:<think>|$)/;
const startTokens = /^(?:<\|startoftext\|>)?(?:<\|reserved_special_token_?81\|>)?/;
const specialString = /<\|(?:startoftext|endoftext|pad|reserved_special_token_?\d+)\|>/;
const attgLine = /^\[ (?:Author|Title|Tags|Genre): .*\]$/;
const attgFields = ['Author', 'Title', 'Tags', 'Genre'];
const starsOnly = /^\[ S: [1-5] \]$/;
const separators: ReadonlySet<string> = new Set(['***', '----']);
const foreignSeparators: ReadonlySet<string> = new Set(['---', '======', '⁂']);
const styleLine = '[ Style: chat ]';

/** Every way in which the prompt departs from the layout; empty for a well-formed one. */
export function checkStoryPrompt(prompt: string, options: StoryCheckOptions): readonly string[] {
	const problems: string[] = [];
	if (chatTemplateRemains.test(prompt)) problems.push('the prompt holds parts of the GLM chat template');
	const opening = startTokens.exec(prompt)?.[0] ?? '';
	if (opening !== '' && options.model === 'kayra-v1') problems.push("Kayra's prompt begins with Erato's start tokens");
	const text = prompt.slice(opening.length);
	const special = specialString.exec(text)?.[0];
	if (special !== undefined) problems.push(`the text holds the special string ${special}`);
	const lines = text.split('\n');
	lines.forEach((_, index) => {
		const found = [...checkSeparator(lines, index), ...checkBracketLine(lines, index, options.model)];
		problems.push(...found.map((problem) => `line ${index + 1}: ${problem}`));
	});
	if (!options.isContinuation) problems.push(...checkEnd(lines));
	return problems;
}

function checkSeparator(lines: readonly string[], index: number): string[] {
	const line = lines[index] ?? '';
	const trimmed = line.trim();
	// A lone `⁂` becomes harmless by a space behind it, so only the bare one counts.
	if (foreignSeparators.has(trimmed) && (trimmed !== '⁂' || line === '⁂'))
		return [`the text holds the separator ${trimmed}`];
	if (!separators.has(trimmed)) return [];
	if (line !== trimmed) return ['a separator shares its line with white space'];
	return separators.has(lines[index + 1] ?? '***') ? ['nothing stands between two separators'] : [];
}

function checkBracketLine(lines: readonly string[], index: number, model: string): string[] {
	const line = lines[index] ?? '';
	if (/^\[ (?:Style|Knowledge):/.test(line)) {
		const above = lines[index - 1];
		const isHeading = line === styleLine && (index <= 1 || above === '***');
		return isHeading ? [] : ['the text holds a style or knowledge line outside its place'];
	}
	if (!attgLine.test(line) && !/^\[ S:/.test(line)) return [];
	if (index > 0) return ['an ATTG or stars line stands below the first line'];
	if (!isPublishedForm(line)) return ['the ATTG line is not in the published form'];
	if (model === 'kayra-v1' && line.includes('[ S:')) return ['Kayra was not trained on stars'];
	return [];
}

/** One space inside the brackets, `; ` between fields, the fields in their order, stars joined without a space. */
function isPublishedForm(line: string): boolean {
	if (starsOnly.test(line)) return true;
	const withoutStars = line.replace(/\[ S: [1-5] \]$/, '');
	const inner = /^\[ (\S.*\S) \]$/.exec(withoutStars)?.[1];
	if (inner === undefined) return false;
	const places = inner.split('; ').map((field) => attgFields.indexOf(/^(\w+): \S/.exec(field)?.[1] ?? ''));
	const known = places.filter((place) => place >= 0);
	return places[0] !== -1 && known.every((place, index) => index === 0 || place > (known[index - 1] ?? -1));
}

function checkEnd(lines: readonly string[]): string[] {
	const last = lines.at(-1) ?? '';
	if (last.trim() === '') return ['the prompt ends with an empty line'];
	if (/^[^\n:：]{1,80}[:：]\s+$/.test(last)) return ['the cue ends with white space'];
	if (separators.has(last)) return ['the prompt ends with a separator'];
	return [];
}
