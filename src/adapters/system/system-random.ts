/** The machine's own chance. */
import type { Random } from '#ports/random';

/** `Math.random`; nothing secret depends on it. */
export const systemRandom: Random = { next: () => Math.random() };
