/** Writes `.env.example` from the schema in `src/env-schema.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ENV_SCHEMA } from '../src/env-schema.ts';

const EXAMPLE_FILE = new URL('../.env.example', import.meta.url);

/** The text of `.env.example`: required variables open, the others commented out with their defaults. */
export function envExample(): string {
	const blocks = Object.entries(ENV_SCHEMA.shape).map(([name, field]) => {
		const meta = field.meta() as { description?: string; example?: string } | undefined;
		const required = !field.safeParse(undefined).success;
		return `# ${meta?.description ?? ''}\n${required ? '' : '# '}${name}=${meta?.example ?? ''}\n`;
	});
	return `# Copy to .env and fill in. Blank variables count as unset.\n\n${blocks.join('\n')}`;
}

/** Whether the committed file is the generated one; says what to run when it is not. */
export function envExampleIsCurrent(): boolean {
	const current = readFileSync(EXAMPLE_FILE, 'utf8') === envExample();
	if (!current) console.log('.env.example differs from src/env-schema.ts: run npx bun@1.4.5 run env:example');
	return current;
}

if (import.meta.main) writeFileSync(EXAMPLE_FILE, envExample());
