/** What is shown, as an endpoint takes it. */
import type { MediaPart } from '#domain/resolved-context';
import type { ChatContentPart } from './chat-message.ts';

/** The bytes as a `data:` address; a video of YouTube is its own address. */
export function contentPart({ type, uri, data }: MediaPart): ChatContentPart {
	const url = data === undefined ? uri : `data:${data.mimeType};base64,${data.base64}`;
	return type === 'image' ? { type: 'image_url', image_url: { url } } : { type: 'video_url', video_url: { url } };
}
