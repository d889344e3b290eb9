/** Blocks in words. */
import type { PersonaUserBlock } from '#domain/person';
import type { CommandScene } from '../command-scene.ts';

/** When a block ends, in the reader's own time; or that it does not. */
export function blockEnd({ expiresAtMs }: Pick<PersonaUserBlock, 'expiresAtMs'>, scene: CommandScene): string {
	if (expiresAtMs === null) return scene.say('answer.block-for-good');
	const seconds = Math.ceil(expiresAtMs / 1_000);
	return scene.say('answer.block-until', { time: `<t:${seconds}:f> (<t:${seconds}:R>)` });
}

/** Whether it still acts. */
export function isOngoing({ expiresAtMs }: Pick<PersonaUserBlock, 'expiresAtMs'>, nowMs: number): boolean {
	return expiresAtMs === null || expiresAtMs > nowMs;
}
