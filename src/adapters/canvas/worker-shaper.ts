/** Shapes each picture in a worker of its own, so that neither its size nor what is wrong with it reaches the program. */
import { err, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { PictureShaper, RawPicture, ShapedPicture, ShapeRefusal } from '#ports/picture-shaper';
import { askWorker } from './ask-worker.ts';

/** Milliseconds that a picture may take; the largest that is decoded takes some seconds on a small machine. */
const shapeTimeoutMs = 10_000;

/** Pictures that are decoded at once: each may take some hundred megabytes meanwhile. Others wait. */
const shapersMax = 2;

/** A shaper whose pictures never hold the program up. */
export function workerShaper({ clock, log }: { readonly clock: Clock; readonly log: Log }): PictureShaper {
	const waiting: (() => void)[] = [];
	let free = shapersMax;
	return {
		async shape(picture) {
			if (free > 0) free -= 1;
			else await new Promise<void>((resolve) => waiting.push(resolve));
			try {
				return await shapedBy(picture, { clock, log });
			} finally {
				const next = waiting.shift();
				if (next === undefined) free += 1;
				else next();
			}
		},
	};
}

async function shapedBy(
	picture: RawPicture,
	{ clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Result<ShapedPicture, ShapeRefusal>> {
	const url = new URL('./shape-worker.ts', import.meta.url);
	const answer = await askWorker({ url, message: picture, timeoutMs: shapeTimeoutMs, clock });
	if ('data' in answer) return answer.data as Result<ShapedPicture, ShapeRefusal>;
	log.warn({ trouble: answer.trouble, sizeBytes: picture.bytes.length }, 'a picture could not be made ready');
	return err('unreadable');
}
