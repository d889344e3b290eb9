/** Small PNG files with chosen chunks. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One chunk with its length and checksum. */
export function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, checksum]);
}

/** A `tEXt` chunk. */
export function textChunk(keyword: string, text: string): Buffer {
	return chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'));
}

/** A picture of one grey pixel with further chunks before or after its data. */
export function pngWith(chunks: readonly Buffer[], place: 'before' | 'after'): Buffer {
	const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
	const data = chunk('IDAT', deflateSync(Buffer.from([0, 128])));
	const inner = place === 'before' ? [...chunks, data] : [data, ...chunks];
	return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...inner, chunk('IEND', Buffer.alloc(0))]);
}
