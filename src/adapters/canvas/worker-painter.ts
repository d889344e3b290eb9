/** Draws each picture in a worker of its own, which gives its memory back afterwards. */
import type { Picture } from '#domain/picture';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { PicturePainter } from '#ports/picture-painter';

/** Milliseconds that a picture may take; on a small machine the first one takes about one second. */
const paintTimeoutMs = 10_000;

/** Pictures that are drawn at once; who asks for more gets none. */
const paintersMax = 3;

/** A painter whose pictures never hold the program up. */
export function workerPainter({ clock, log }: { readonly clock: Clock; readonly log: Log }): PicturePainter {
	let painting = 0;
	return {
		async paint(picture) {
			if (painting >= paintersMax) return null;
			painting += 1;
			try {
				return await drawnBy(picture, { clock, log });
			} finally {
				painting -= 1;
			}
		},
	};
}

function drawnBy(
	picture: Picture,
	{ clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Uint8Array | null> {
	const worker = new Worker(new URL('./picture-worker.ts', import.meta.url).href);
	return new Promise((resolve) => {
		const end = (drawn: Uint8Array | null, trouble: string | null): void => {
			disarm();
			worker.terminate();
			if (trouble !== null) log.warn({ kind: picture.kind, trouble }, 'a picture could not be drawn');
			resolve(drawn);
		};
		const disarm = clock.after(paintTimeoutMs, () => end(null, 'no answer in time'));
		worker.onmessage = ({ data }: MessageEvent<Uint8Array | string>) => {
			if (typeof data === 'string') end(null, data);
			else end(data, null);
		};
		worker.onerror = (event) => {
			event.preventDefault();
			end(null, event.message);
		};
		worker.postMessage(picture);
	});
}
