/** The characters that most texts are made of, and that no machine has to look at twice. */

/** Whether it is an ASCII letter or digit: never a mark, a space or the end of anything. */
export function isPlain(character: string): boolean {
	const code = character.charCodeAt(0);
	return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}
