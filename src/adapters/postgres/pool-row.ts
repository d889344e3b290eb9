/** What the rotating keys' rows share with their re-encryption. */
import { and, eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { apiKeyRotation } from './schema/key-rotation.ts';
import type { SealedText } from './sealed-row.ts';

/** Binds a key's encrypted text to its server and provider, so that it opens nowhere else. */
export function poolPurpose(serverId: number, provider: string): string {
	return `api_key_rotation/${serverId}/${provider}`;
}

/** Only while the row still holds `old`, so that a change made meanwhile is not undone. */
export async function resealPoolRow(
	db: Database,
	row: { readonly id: number; readonly old: SealedText },
	fresh: SealedText,
): Promise<void> {
	await db
		.update(apiKeyRotation)
		.set({ ...fresh })
		.where(and(eq(apiKeyRotation.id, row.id), eq(apiKeyRotation.ciphertext, row.old.ciphertext)));
}
