/** The picture and file host: attachments as kept, avatars and icons drawn as one colour from their address. */
import { deflateSync } from 'node:zlib';
import type { World } from './world.ts';

const edgePixels = 64;

function colourOf(text: string): readonly [number, number, number] {
	const hash = Number(BigInt(Bun.hash(text)) & 0xffffffn);
	return [(hash >> 16) & 0xff, (hash >> 8) & 0xff, hash & 0xff];
}

function chunk(type: string, data: Uint8Array): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const frame = Buffer.alloc(8);
	frame.writeUInt32BE(data.length, 0);
	frame.writeUInt32BE(Bun.hash.crc32(body), 4);
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A square PNG of one colour, which the text decides. */
export function drawPng(text: string, edge: number = edgePixels): Uint8Array<ArrayBuffer> {
	const [red, green, blue] = colourOf(text);
	const header = Buffer.alloc(13);
	header.writeUInt32BE(edge, 0);
	header.writeUInt32BE(edge, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(edge * 3, Buffer.from([red, green, blue]))]);
	const pixels = deflateSync(Buffer.concat(Array.from({ length: edge }, () => row)));
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const parts = [signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())];
	return new Uint8Array(Buffer.concat(parts));
}

function drawSvg(text: string): string {
	const [red, green, blue] = colourOf(text);
	const size = `width="${edgePixels}" height="${edgePixels}"`;
	return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="rgb(${red},${green},${blue})"/></svg>`;
}

const newSignature = '?ex=ffffffff';
const fileAddress = /\/cdn\/attachments\/\d+\/(\d+)\/[^"?]+(?=")/g;

/** The message with new addresses for files whose old ones no longer work, as Discord signs them anew. */
export function signAnew<Message>(world: World, message: Message): Message {
	if (world.lapsedFiles.size === 0) return message;
	const signed = JSON.stringify(message).replaceAll(fileAddress, (address, id: string) =>
		world.lapsedFiles.has(id) ? `${address}${newSignature}` : address,
	);
	return JSON.parse(signed) as Message;
}

/** Answers a request under `/cdn`; 404 for an attachment that is not there or whose address no longer works. */
export function serveCdn(world: World, path: string, query = ''): Response {
	const parts = path.split('/').filter((part) => part !== '');
	if (parts[0] === 'attachments') {
		const file = world.files.get(parts[2] ?? '');
		const isLapsed = world.lapsedFiles.has(parts[2] ?? '') && query !== newSignature;
		if (file === undefined || isLapsed) return new Response('This content is no longer available.', { status: 404 });
		return new Response(file.bytes, { headers: { 'content-type': file.contentType } });
	}
	if (parts[0] === 'emojis') {
		const emoji = world.emojis.get((parts[1] ?? '').replace(/\.\w+$/, ''));
		if (emoji) return new Response(emoji.bytes, { headers: { 'content-type': emoji.contentType } });
	}
	const name = path.replace(/\.\w+$/, '');
	if (path.endsWith('.svg')) return new Response(drawSvg(name), { headers: { 'content-type': 'image/svg+xml' } });
	return new Response(drawPng(name), { headers: { 'content-type': 'image/png' } });
}
