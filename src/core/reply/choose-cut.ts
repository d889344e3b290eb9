/** Chooses where a message ends, among the places that fit. */
import { type CutPlaces, cutGrade } from './cut-places.ts';

export interface CutWindow {
	/** Where the message begins; a cut lies behind it. */
	readonly start: number;
	/** From here on a good cut is taken, even when a later one would fill the message more. */
	readonly floor: number;
	/** The last place that fits. */
	readonly end: number;
}

/**
 * The place to cut within the window: the best kind of place at or behind the floor, the latest of its kind; else the
 * latest that leaves words and pairs whole; else the latest that harms least. Never inside a visible character, unless
 * a single one is longer than the window, and never inside a surrogate pair.
 */
export function chooseCut(text: string, places: CutPlaces, window: CutWindow): number {
	const { grades } = places;
	const latest = (grade: number, from: number): number | undefined => {
		for (let place = window.end; place >= from; place--) if ((grades[place] ?? 0) >= grade) return place;
		return undefined;
	};
	const first = window.start + 1;
	let best: number | undefined;
	for (let place = Math.max(first, window.floor); place <= window.end; place++) {
		const grade = grades[place] ?? 0;
		if (grade >= cutGrade.space && grade >= (best === undefined ? 0 : (grades[best] ?? 0))) best = place;
	}
	const middle = first + Math.floor((window.end - first) / 2);
	return (
		best ??
		latest(cutGrade.space, first) ??
		latest(cutGrade.edge, middle) ??
		latest(cutGrade.insideSpan, middle) ??
		latest(cutGrade.insideWord, first) ??
		latest(cutGrade.insideSpanWord, first) ??
		latest(cutGrade.insideToken, first) ??
		betweenSurrogatePairs(text, window.end)
	);
}

function betweenSurrogatePairs(text: string, place: number): number {
	const isInsidePair = /[\uD800-\uDBFF]/.test(text.charAt(place - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(place));
	return isInsidePair ? place - 1 : place;
}
