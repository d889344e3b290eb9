/** How much memory is left to the process, as far as prompts have to care. */

/** The memory guard (seed: `memoryGuard`). */
export interface MemoryPressure {
	/** Entries of the history whose media may be shown now; 0 when memory is short. Asked afresh for each prompt. */
	getMediaWindow(): number;
}
