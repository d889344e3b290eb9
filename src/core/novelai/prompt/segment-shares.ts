/** How much of a prompt each of its parts takes. */
import type { PromptSegment, SegmentShare } from '#domain/fitting';
import type { PromptLayout } from './layout.ts';

const SEGMENTS: readonly Exclude<PromptSegment, 'frame'>[] = ['personality', 'memories', 'lore', 'samples', 'history'];

/**
 * The exact total, shared out by the bytes of the parts, which vocabularies follow more closely than characters; the
 * frame (tags, separators, header, prefill and cue) is what is left.
 */
export function segmentShares(layout: PromptLayout, prompt: string, inputTokens: number): readonly SegmentShare[] {
	const encoder = new TextEncoder();
	const bytesOf = (texts: readonly string[]): number => encoder.encode(texts.join('\n')).length;
	const linesOf = (pieces: readonly { readonly line: string }[]): readonly string[] => pieces.map(({ line }) => line);
	const texts: Readonly<Record<(typeof SEGMENTS)[number], readonly string[]>> = {
		personality: layout.personality,
		memories: linesOf(layout.memories),
		lore: linesOf([...layout.constantLore, ...layout.activatedLore]),
		samples: linesOf(layout.samples),
		history: linesOf(layout.history),
	};
	const total = Math.max(1, bytesOf([prompt]));
	// Rounded down, so that the frame is never negative.
	const shares = SEGMENTS.map((segment) => ({
		segment,
		tokens: Math.floor((inputTokens * bytesOf(texts[segment])) / total),
	}));
	const shared = shares.reduce((sum, { tokens }) => sum + tokens, 0);
	return [{ segment: 'frame', tokens: inputTokens - shared }, ...shares];
}
