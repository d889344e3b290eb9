/** Single files out of a card's archive (CHARX, a ZIP file), within bounds. */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { err, ok, type Result } from '#lib/result';

/** How much an archive may hold. */
export const ARCHIVE_LIMITS = {
	entriesMax: 2_000,
	/** What all entries together say that they unpack to. */
	totalBytesMax: 200_000_000,
	/** How much larger than its packed form an entry may be; text seldom goes beyond 50. */
	ratioMax: 250,
} as const;

/** Entries smaller than this may be packed as tightly as they like. */
const RATIO_FREE_BYTES = 1_000_000;

/** Why an archive or an entry was not read. */
export type ArchiveRefusal = 'broken' | 'too-large';

/** An archive whose list of entries was read. */
export interface CardArchive {
	/** Null when there is no such entry. Never rejects. */
	read(name: string, bytesMax: number): Promise<Result<Uint8Array, ArchiveRefusal> | null>;
}

/** Whether the bytes begin as a ZIP file does. */
export function isArchive(bytes: Uint8Array): boolean {
	return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** Opens an archive; nothing is unpacked yet. */
export async function openArchive(bytes: Uint8Array): Promise<Result<CardArchive, ArchiveRefusal>> {
	try {
		const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
		if (zip.entryCount > ARCHIVE_LIMITS.entriesMax) return err('too-large');
		const entries = await listEntries(zip);
		return entries.ok ? ok({ read: (name, bytesMax) => readEntry(zip, entries.value.get(name), bytesMax) }) : entries;
	} catch {
		// Whatever the library met in a stranger's file, the file is not one that can be used.
		return err('broken');
	}
}

async function listEntries(zip: ZipFile): Promise<Result<ReadonlyMap<string, Entry>, ArchiveRefusal>> {
	const entries = new Map<string, Entry>();
	let totalBytes = 0;
	for await (const entry of zip.eachEntry()) {
		totalBytes += entry.uncompressedSize;
		if (totalBytes > ARCHIVE_LIMITS.totalBytesMax || isBomb(entry)) return err('too-large');
		if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
	}
	return ok(entries);
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
	return uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * ARCHIVE_LIMITS.ratioMax;
}

/** The library ends an entry that unpacks to more than it says, so what it says is what has to be small. */
async function readEntry(
	zip: ZipFile,
	entry: Entry | undefined,
	bytesMax: number,
): Promise<Result<Uint8Array, ArchiveRefusal> | null> {
	if (!entry) return null;
	if (entry.uncompressedSize > bytesMax) return err('too-large');
	try {
		const pieces: Uint8Array[] = [];
		for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Uint8Array);
		return ok(new Uint8Array(Buffer.concat(pieces)));
	} catch {
		return err('broken');
	}
}
