/** Sees to it that the folder of the bot's data is there and can be written. */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';

/** Makes the folder where it is missing; throws one sentence when it cannot be used. */
export async function prepareFolder(folder: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true });
		await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? String(error);
		const sentence = `The folder ${folder} cannot be written (${code}): choose another one with --data DIR, or use --fresh.`;
		throw new Error(sentence, { cause: error });
	}
}
