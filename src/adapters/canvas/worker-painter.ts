/** Draws each picture in a worker of its own, which gives its memory back afterwards. */
import type { Picture } from '#domain/picture';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { PicturePainter } from '#ports/picture-painter';
import { askWorker } from './ask-worker.ts';

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

async function drawnBy(
	picture: Picture,
	{ clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Uint8Array | null> {
	const url = new URL('./picture-worker.ts', import.meta.url);
	const answer = await askWorker({ url, message: picture, timeoutMs: paintTimeoutMs, clock });
	if ('data' in answer && answer.data instanceof Uint8Array) return answer.data;
	const trouble = 'data' in answer ? answer.data : answer.trouble;
	log.warn({ kind: picture.kind, trouble }, 'a picture could not be drawn');
	return null;
}
