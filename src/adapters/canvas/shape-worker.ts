/** The worker that decodes pictures: a large one takes half a second, and a broken one may take it down. */
import type { RawPicture } from '#ports/picture-shaper';
import { shapePicture } from './shape-picture.ts';

declare const self: Worker;

/** The picture comes as the only message; what became of it is the only answer. */
self.onmessage = ({ data }: MessageEvent<RawPicture>): void => {
	void shapePicture(data).then((shaped) => {
		// The encoder's own memory does not travel to another thread.
		self.postMessage(
			shaped.ok ? { ...shaped, value: { ...shaped.value, bytes: new Uint8Array(shaped.value.bytes) } } : shaped,
		);
	});
};
