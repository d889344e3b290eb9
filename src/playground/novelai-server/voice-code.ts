/** Short fenced code blocks for lines that ask for code. */

/** A block in the language the line names (default JavaScript); a name is made from the topic where it is plain ASCII. */
export function writeSnippet(line: string, topic: string | null): string {
	const name = topic !== null && /^[a-z][a-z]{2,15}$/i.test(topic) ? topic.toLowerCase() : 'words';
	if (/\bpython\b/i.test(line)) {
		return fence('python', [
			`def count_${name}(text):`,
			'    return len(text.split())',
			'',
			`print(count_${name}("one two three"))`,
		]);
	}
	if (/\brust\b/i.test(line)) {
		return fence('rust', [`fn count_${name}(text: &str) -> usize {`, '    text.split_whitespace().count()', '}']);
	}
	if (/\bsql\b/i.test(line)) return fence('sql', [`select count(*) from ${name};`]);
	if (/\b(?:bash|shell)\b/i.test(line)) return fence('bash', ['printf "%s\\n" "$@" | wc -w']);
	const language = /\btypescript\b/i.test(line) ? 'ts' : 'js';
	const types = language === 'ts' ? [': string', ': number'] : ['', ''];
	return fence(language, [
		`function count${name.charAt(0).toUpperCase()}${name.slice(1)}(text${types[0]})${types[1]} {`,
		"  return text.split(' ').length;",
		'}',
	]);
}

function fence(language: string, lines: readonly string[]): string {
	return ['```'.concat(language), ...lines, '```'].join('\n');
}
