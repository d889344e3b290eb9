/** Lines of a compressed text file, one after the other. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Throws where the file cannot be read or is cut off; a line may be as long as memory allows. */
export async function* unzippedLines(path: string): AsyncGenerator<string> {
	const file = createReadStream(path);
	const text = file.pipe(createGunzip()).setEncoding('utf8');
	file.on('error', (error) => text.destroy(error));
	let begun: string[] = [];
	for await (const chunk of text as AsyncIterable<string>) {
		const [first = '', ...others] = chunk.split('\n');
		begun.push(first);
		for (const next of others) {
			yield begun.join('');
			begun = [next];
		}
	}
	const last = begun.join('');
	if (last !== '') yield last;
}
