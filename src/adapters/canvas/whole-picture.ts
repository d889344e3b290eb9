/** Whether a picture can be handed on as it came. */

const PNG_END = Buffer.from('IEND\xaeB`\x82', 'latin1');
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Blocks in which cameras and programs note where, when and by whom, and what is no picture at all. */
const NOTES = ['Exif\0', 'http://ns.adobe.com/xap/', 'eXIf', 'tEXt', 'zTXt', 'iTXt', 'acTL'] as const;

/**
 * True for a PNG or JPEG that ends where such files end and holds no notes and no further frames: whoever decodes it finds
 * all of it, and nothing else. A mark of a note in the middle of the pixels costs a new encoding, which harms nobody.
 */
export function isWholeAndBare(bytes: Uint8Array): boolean {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const isWhole = [PNG_END, JPEG_END].some((end) => file.subarray(-end.length).equals(end));
	return isWhole && !NOTES.some((note) => file.includes(note, 0, 'latin1'));
}
