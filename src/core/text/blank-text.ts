/** Whether a text shows anything at all. */

/** White space, control and format characters, variation selectors, and letters that are drawn as nothing. */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** True when a reader would see nothing: Discord refuses such a message, or shows an empty one. */
export function isBlankText(text: string): boolean {
	return text.replace(invisible, '') === '';
}
