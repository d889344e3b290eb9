/** Where the generated migrations are. */
import { join } from 'node:path';

/** The repository's `migrations/`, found from this file so that the working directory does not matter. */
export const MIGRATIONS_FOLDER: string = join(import.meta.dirname, '..', '..', '..', 'migrations');
