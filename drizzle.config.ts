/** Where `bun run db:generate` finds the tables and writes the migrations. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
	dialect: 'postgresql',
	schema: './src/adapters/postgres/schema/*.ts',
	out: './migrations',
});
