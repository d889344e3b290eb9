/** A name of a file that every system takes. */

/** UTF-16 units of a name without its ending. */
const nameCharactersMax = 60;

/** The text with what no file system likes left out, and an ending; `export` where nothing is left. */
export function fileName(text: string, ending: string): string {
	const name = text
		.replace(/[^\p{L}\p{N}\p{M} ._-]+/gu, '')
		.replace(/\s+/gu, '-')
		.slice(0, nameCharactersMax)
		.replace(/[\uD800-\uDBFF]$/, '')
		.replace(/^[.-]+|[.-]+$/g, '');
	return `${name === '' ? 'export' : name}.${ending}`;
}
