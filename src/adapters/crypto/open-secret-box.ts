/** The secret box of an installation. */
import { err, ok, type Result } from '#lib/result';
import { readOrCreateCryptoSecret } from './crypto-secret-file.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';

/** What the operator gave. */
export interface SecretSources {
	/** By version. */
	readonly secrets: ReadonlyMap<number, string>;
	/** Null means the highest. */
	readonly currentVersion: number | null;
	/** The embedded store's folder, whose own secret is version 1 where none is given; null with Postgres. */
	readonly dataDir: string | null;
}

/** Call it while holding the folder's lock. The error is one sentence for the operator. */
export function openSecretBox(sources: SecretSources): Result<SecretBox, string> {
	const { currentVersion, dataDir } = sources;
	const secrets = new Map(sources.secrets);
	// Also when newer versions were added by hand.
	if (dataDir !== null && !secrets.has(1)) {
		const created = readOrCreateCryptoSecret(dataDir);
		if (!created.ok) return created;
		secrets.set(1, created.value);
	}
	const box = createSecretBox({ secrets, currentVersion });
	return box.ok ? ok(box.value) : err(`CRYPTO_SECRET cannot be used (${box.error}): set it to a long random text.`);
}
