/** Files that Discord takes. */
import type { CommandAnswer, CommandFile } from '#ports/command';
import type { CommandScene } from './command-scene.ts';

/** Megabytes of one file, everywhere. */
const FILE_MEGABYTES_MAX = 10;
const encoder = new TextEncoder();

/** The file, or null when it is too large to be sent. */
export function sendable(file: CommandFile): CommandFile | null {
	const { length } = 'bytes' in file ? file.bytes : encoder.encode(file.text);
	return length > FILE_MEGABYTES_MAX * 1_000_000 ? null : file;
}

/** The sentence that says so. */
export function tooLarge(scene: CommandScene): CommandAnswer {
	return scene.answer('answer.export-too-large', { size: FILE_MEGABYTES_MAX });
}
