/** Changes lines of the last hours where they are stored. */
import { isDeepStrictEqual } from 'node:util';
import { eq, type SQL } from 'drizzle-orm';
import type { ShortTermLine } from '#domain/memory';
import type { Database } from './database.ts';
import { shortTermMemories } from './schema/memories.ts';
import { storableText } from './storable.ts';

const table = shortTermMemories;

/** As the database can hold it. */
export function storableLine(line: ShortTermLine): ShortTermLine {
	return { ...line, speaker: storableText(line.speaker), text: storableText(line.text) };
}

/** Rows are locked while their lines change, so that two changes at once do not undo each other. */
export async function changeShortTerm(
	db: Database,
	where: SQL | undefined,
	change: (lines: readonly ShortTermLine[]) => readonly ShortTermLine[],
): Promise<void> {
	await db.transaction(async (transaction) => {
		const rows = await transaction.select().from(table).where(where).orderBy(table.id).for('update');
		for (const row of rows) {
			const present = row.lines ?? [];
			const lines = change(present).map(storableLine);
			if (isDeepStrictEqual(lines, present)) continue;
			if (lines.length === 0) await transaction.delete(table).where(eq(table.id, row.id));
			else await transaction.update(table).set({ lines }).where(eq(table.id, row.id));
		}
	});
}
