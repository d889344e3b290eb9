/** Column types that several tables share. */
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Binary data; `pg` gives a Buffer and PGlite a Uint8Array, and both are read as Uint8Array. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
	dataType: () => 'bytea',
});

/** An instant, kept with its zone and read as a Date. */
export function instant(name: string) {
	return timestamp(name, { withTimezone: true, mode: 'date' });
}
