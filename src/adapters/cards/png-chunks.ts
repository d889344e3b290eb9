/** The chunks of a PNG file, read and written without decoding its picture. */
import { crc32 } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Length, type and checksum. */
const CHUNK_OVERHEAD_BYTES = 12;
/** Pictures have some hundreds; a file that is made of nothing else could fill memory with them. */
const CHUNKS_MAX = 20_000;

/** One chunk; its bytes belong to the file. */
export interface PngChunk {
	/** Four letters. */
	readonly type: string;
	readonly data: Uint8Array;
	/** Length, type, data and checksum, as they stand in the file. */
	readonly whole: Uint8Array;
}

/** Whether the bytes begin as a PNG file does. */
export function isPng(bytes: Uint8Array): boolean {
	return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** The chunks of a file in order, up to its end mark, to the first that is longer than what is left, or to the limit. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let offset = SIGNATURE.length;
	for (let count = 0; count < CHUNKS_MAX && offset + CHUNK_OVERHEAD_BYTES <= bytes.length; count += 1) {
		const length = view.getUint32(offset);
		const end = offset + CHUNK_OVERHEAD_BYTES + length;
		if (end > bytes.length) return;
		const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
		yield { type, data: bytes.subarray(offset + 8, end - 4), whole: bytes.subarray(offset, end) };
		if (type === 'IEND') return;
		offset = end;
	}
}

/** Whether a chunk's checksum is the one of its type and data. */
export function isIntact({ whole }: PngChunk): boolean {
	const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
	return view.getUint32(whole.length - 4) === crc32(whole.subarray(4, -4));
}

/** A new chunk with its length and checksum. */
export function pngChunk(type: string, data: Uint8Array): PngChunk {
	const whole = new Uint8Array(CHUNK_OVERHEAD_BYTES + data.length);
	const view = new DataView(whole.buffer);
	view.setUint32(0, data.length);
	for (let index = 0; index < 4; index += 1) whole[4 + index] = type.charCodeAt(index);
	whole.set(data, 8);
	view.setUint32(whole.length - 4, crc32(whole.subarray(4, -4)));
	return { type, data: whole.subarray(8, -4), whole };
}

/** A file of these chunks. */
export function pngFile(chunks: readonly PngChunk[]): Uint8Array {
	return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks.map((chunk) => chunk.whole)]));
}
