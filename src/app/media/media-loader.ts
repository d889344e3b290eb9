/** Loads what a model may see: fetched, known by its bytes, and made small enough. */
import { sniffMedia } from '#core/media/sniff-media';
import type { Snowflake } from '#domain/ids';
import type { LoadedMedia, MediaOutcome, MediaOutcomes } from '#domain/loaded-media';
import type { MediaDescriptor } from '#domain/media-descriptor';
import { ExpiringMap } from '#lib/expiring-map';
import { err, ok, type Result } from '#lib/result';
import { sha256Hex } from '#lib/sha256';
import type { Clock } from '#ports/clock';
import type { ImageRefusal, ImageSource } from '#ports/image-source';
import type { Log } from '#ports/log';
import type { MediaSource } from '#ports/media-source';
import type { PictureShaper } from '#ports/picture-shaper';
import { mediaKey, refreshedAddress } from './refreshed-address.ts';

/** What people send as a picture, before it is made smaller, in bytes. */
const pictureBytesMax = 16_000_000;
/** Videos are sent as they are, in bytes. */
const videoBytesMax = 8_000_000;
/** A moving picture beyond this is shown by its first frame, in bytes. */
const movingBytesMax = 2_000_000;

/** Files of one prompt that are fetched at once. */
const lanes = 3;
/** All files of one prompt together, in milliseconds; what is late is not shown. */
const loadTimeoutMs = 15_000;

/** Turns in a row show the same pictures. Entries, and milliseconds. */
const rememberedMax = 24;
const rememberedForMs = 600_000;
/** Larger ones are loaded anew, so that what is remembered stays small, in bytes. */
const rememberedBytesMax = 2_000_000;

/** Something to look at, as its descriptor names it. */
export type Loadable = Pick<MediaDescriptor, 'kind' | 'uri' | 'fallbackUri'>;

/** Where it was said. */
export interface LoadPlace {
	readonly channelId: Snowflake;
	/** The message that owns the bytes, from which an address that no longer works is read anew; null for none. */
	readonly messageIdOf: (medium: Loadable) => Snowflake | null;
	/** Whether the model takes what moves; otherwise a moving picture is shown by its first frame. */
	readonly mayMove: boolean;
}

/** What loading needs. */
export interface MediaLoaderOptions {
	readonly source: ImageSource;
	readonly shaper: PictureShaper;
	readonly media: MediaSource;
	readonly clock: Clock;
	readonly log: Log;
}

/** Loads for prompts, and for tools that look at one picture. */
export class MediaLoader {
	readonly #options: MediaLoaderOptions;
	readonly #remembered: ExpiringMap<string, LoadedMedia>;

	constructor(options: MediaLoaderOptions) {
		this.#options = options;
		const nowMs = (): number => options.clock.now();
		this.#remembered = new ExpiringMap({ ttlMs: rememberedForMs, entriesMax: rememberedMax, nowMs });
	}

	/** One outcome for each address, in the order in which they are given. Never rejects. */
	async load(media: readonly Loadable[], place: LoadPlace, signal: AbortSignal): Promise<MediaOutcomes> {
		const late = new AbortController();
		const disarm = this.#options.clock.after(loadTimeoutMs, () => late.abort());
		const bounded = AbortSignal.any([signal, late.signal]);
		const outcomes = new Map<string, MediaOutcome>();
		const waiting = media.values();
		const lane = async (): Promise<void> => {
			for (const medium of waiting) outcomes.set(medium.uri, await this.#loadOne(medium, place, bounded));
		};
		await Promise.all(Array.from({ length: lanes }, lane));
		disarm();
		return new Map(media.map(({ uri }) => [uri, outcomes.get(uri) ?? err('unreachable')]));
	}

	async #loadOne(medium: Loadable, place: LoadPlace, signal: AbortSignal): Promise<MediaOutcome> {
		const key = JSON.stringify([medium.kind, place.mayMove, mediaKey(medium.uri)]);
		const known = this.#remembered.get(key);
		if (known !== undefined) return ok(known);
		const fetched = await this.#fetch(medium, place, signal);
		if (!fetched.ok) return fetched;
		const loaded = await (medium.kind === 'image' ? this.#picture(fetched.value, place) : videoOf(fetched.value));
		if (loaded.ok && loaded.value.sizeBytes <= rememberedBytesMax) this.#remembered.set(key, loaded.value);
		return loaded;
	}

	/** Discord's copy, then the file itself, then where the message says that the file is now. */
	async #fetch(medium: Loadable, place: LoadPlace, signal: AbortSignal): Promise<Result<Uint8Array, ImageRefusal>> {
		const { source, media, log } = this.#options;
		const bytesMax = medium.kind === 'image' ? pictureBytesMax : videoBytesMax;
		const at = (url: string): Promise<Result<Uint8Array, ImageRefusal>> => source.fetchImage({ url, bytesMax }, signal);
		const first = await at(medium.uri);
		if (first.ok || first.error === 'too-large') return first;
		const second = medium.fallbackUri === undefined ? first : await at(medium.fallbackUri);
		if (second.ok || signal.aborted) return second;
		const refusal = second.error === 'not-allowed' ? first.error : second.error;
		const messageId = place.messageIdOf(medium);
		if (refusal !== 'gone' || messageId === null) return err(refusal);
		const found = await media.extractMedia({ channelId: place.channelId, messageId }, signal);
		const url = found.ok ? refreshedAddress(medium, found.value) : null;
		log.debug({ messageId, isFound: url !== null }, 'the address of a file no longer works and was looked up anew');
		return url === null ? err(refusal) : await at(url);
	}

	async #picture(bytes: Uint8Array, { mayMove }: LoadPlace): Promise<MediaOutcome> {
		const type = sniffMedia(bytes);
		if (type === null || !type.startsWith('image/')) return err('unreadable');
		const isSmall = bytes.length <= movingBytesMax;
		const shaped = await this.#options.shaper.shape({ bytes, mayMove: mayMove && isSmall });
		return shaped.ok ? ok(loadedOf(shaped.value)) : shaped;
	}
}

/** Videos are handed on as they are: nothing here reads their frames. */
function videoOf(bytes: Uint8Array): MediaOutcome {
	const mimeType = sniffMedia(bytes);
	if (mimeType === null || !mimeType.startsWith('video/')) return err('unreadable');
	return ok(loadedOf({ bytes, mimeType, widthPixels: 0, heightPixels: 0 }));
}

type Sendable = Pick<LoadedMedia, 'mimeType' | 'widthPixels' | 'heightPixels'> & { readonly bytes: Uint8Array };

function loadedOf({ bytes, ...rest }: Sendable): LoadedMedia {
	return { ...rest, base64: bytes.toBase64(), sizeBytes: bytes.length, sha256: sha256Hex(bytes) };
}
