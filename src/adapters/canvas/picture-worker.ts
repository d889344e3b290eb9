/** The worker that draws: opening fonts and drawing take up to a tenth of a second, in which the gateway would wait. */
import type { Picture } from '#domain/picture';
import { drawTalk } from './draw-talk.ts';
import { drawWindow } from './draw-window.ts';

declare const self: Worker;

/** The picture to draw comes as the only message; its PNG, or null, is the only answer. */
self.onmessage = ({ data }: MessageEvent<Picture>): void => {
	const drawn = Promise.try(() => (data.kind === 'talk' ? drawTalk(data) : drawWindow(data)).png());
	void drawn.then(
		(bytes) => self.postMessage(new Uint8Array(bytes)),
		(error: unknown) => self.postMessage(String(error)),
	);
};
