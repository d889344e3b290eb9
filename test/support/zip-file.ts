/** Small ZIP files, honest or not. */
import { crc32, deflateRawSync } from 'node:zlib';

/** One entry; what its headers say may differ from what it is. */
export interface ZipEntry {
	readonly name: string;
	readonly data: Uint8Array;
	readonly isStored?: boolean;
	/** Lies. */
	readonly says?: Partial<Record<'method' | 'flags' | 'checksum' | 'packedBytes' | 'unpackedBytes' | 'offset', number>>;
}

/** The fields that local and central headers share, from the version on. */
function sharedFields(entry: ZipEntry, packed: Uint8Array): Buffer {
	const says = {
		flags: 0x800,
		method: entry.isStored ? 0 : 8,
		checksum: crc32(entry.data),
		packedBytes: packed.length,
		unpackedBytes: entry.data.length,
		...entry.says,
	};
	const fields = Buffer.alloc(26);
	fields.writeUInt16LE(20, 0);
	fields.writeUInt16LE(says.flags, 2);
	fields.writeUInt16LE(says.method, 4);
	fields.writeUInt32LE(says.checksum, 10);
	fields.writeUInt32LE(says.packedBytes, 14);
	fields.writeUInt32LE(says.unpackedBytes, 18);
	fields.writeUInt16LE(Buffer.byteLength(entry.name), 22);
	return fields;
}

/** A file of these entries. */
export function zipWith(entries: readonly ZipEntry[], says: { readonly entryCount?: number } = {}): Buffer {
	const locals: Buffer[] = [];
	const centrals: Buffer[] = [];
	let offset = 0;
	for (const entry of entries) {
		const packed = entry.isStored ? entry.data : deflateRawSync(entry.data);
		const fields = sharedFields(entry, packed);
		const name = Buffer.from(entry.name);
		const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
		const rest = Buffer.alloc(14);
		rest.writeUInt32LE(entry.says?.offset ?? offset, 10);
		centrals.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), fields, rest, name]));
		locals.push(local);
		offset += local.length;
	}
	const directory = Buffer.concat(centrals);
	const end = Buffer.alloc(22);
	end.write('PK\x05\x06', 'latin1');
	end.writeUInt16LE(says.entryCount ?? entries.length, 8);
	end.writeUInt16LE(says.entryCount ?? entries.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...locals, directory, end]);
}
