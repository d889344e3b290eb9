/** The examples of how a persona talks, in its row. */
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { PersonaId } from '#domain/ids';
import { PERSONA_LIMITS, type Persona, type SampleExchange } from '#domain/persona';
import { assert } from '#lib/assert';
import { err, ok, type Result } from '#lib/result';
import type { Database } from './database.ts';
import { personaOf } from './persona-rows.ts';
import { personas } from './schema/personas.ts';
import { storableJson } from './storable.ts';

type Samples = readonly SampleExchange[];

/** The persona's row is locked first, so that of two changes at once neither is lost. */
async function changeSamples<Refusal>(
	db: Database,
	personaId: PersonaId,
	change: (samples: Samples) => Result<Samples, Refusal>,
): Promise<Result<Persona, Refusal>> {
	return await db.transaction(async (transaction) => {
		const ofPersona = eq(personas.id, personaId);
		const found = await transaction.select().from(personas).where(ofPersona).for('update');
		assert(found[0], 'a sample is for a persona that is gone');
		const samples = change(found[0].samples);
		if (!samples.ok) return samples;
		const changed = { samples: storableJson(samples.value) };
		const rows = await transaction.update(personas).set(changed).where(ofPersona).returning();
		assert(rows[0], 'an update of a persona returned no row');
		return ok(personaOf(rows[0]));
	});
}

/** Adds one at the end; `too-many` when there are `PERSONA_LIMITS.samplesMax` already. */
export function appendSample(
	db: Database,
	personaId: PersonaId,
	sample: SampleExchange,
): Promise<Result<Persona, 'too-many'>> {
	return changeSamples(db, personaId, (samples) =>
		samples.length >= PERSONA_LIMITS.samplesMax ? err('too-many') : ok([...samples, sample]),
	);
}

/** Replaces one, or removes it with null; `changed` when its place holds another one by now. */
export function changeSample(
	db: Database,
	{ personaId, at }: { personaId: PersonaId; at: { readonly index: number; readonly sample: SampleExchange } },
	sample: SampleExchange | null,
): Promise<Result<Persona, 'changed'>> {
	return changeSamples(db, personaId, (samples) => {
		const present = samples[at.index];
		if (present === undefined || !isDeepStrictEqual({ ...present }, { ...at.sample })) return err('changed');
		return ok(samples.toSpliced(at.index, 1, ...(sample === null ? [] : [sample])));
	});
}
