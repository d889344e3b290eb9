/** In which order the prompt of a chat gives up what it can do without. */
import type { Snowflake } from '#domain/ids';
import { type Candidate, isTrigger, kindOf } from './candidates.ts';

/** Candidates that go together, one step after the other. */
export type TrimSteps = readonly (readonly Candidate[])[];

/**
 * What is beside the conversation, from the first to go to the last: lists of emoji and the like, dated memories oldest
 * first, undated ones and whole blocks as they stand, what is left of blocks, activated lore and then Always On lore,
 * each lowest order first (ruling N11).
 */
export function poolOrder(candidates: readonly Candidate[]): readonly Candidate[] {
	const of = (keep: (candidate: Candidate) => boolean): Candidate[] => candidates.filter(keep);
	const pool = of(({ item }) => kindOf(item) === 'pool' && item.lore === undefined);
	const divided = new Set(pool.flatMap(({ item, memory }) => (memory === null ? [] : [item])));
	const isDated = ({ memory }: Candidate): boolean => memory !== null && memory.recencyMs !== null;
	const isRest = ({ item, memory }: Candidate): boolean => memory === null && divided.has(item);
	const loreOf = (activation: 'always' | 'activated'): Candidate[] =>
		of(({ item }) => item.lore?.activation === activation).sort(
			(left, right) => (left.item.lore?.insertionOrder ?? 0) - (right.item.lore?.insertionOrder ?? 0),
		);
	return [
		...of(({ item }) => kindOf(item) === 'list'),
		...pool.filter(isDated).sort((left, right) => (left.memory?.recencyMs ?? 0) - (right.memory?.recencyMs ?? 0)),
		...pool.filter((candidate) => !isDated(candidate) && !isRest(candidate)),
		...pool.filter(isRest),
		...loreOf('activated'),
		...loreOf('always'),
	];
}

/** One entry of the history with everything that was put around it, the separator behind it included. */
interface HistoryGroup {
	readonly candidates: Candidate[];
	readonly messageId: Snowflake | undefined;
	isPersonas: boolean;
}

function historyGroups(candidates: readonly Candidate[]): readonly HistoryGroup[] {
	const groups: HistoryGroup[] = [];
	for (const candidate of candidates) {
		if (kindOf(candidate.item) !== 'history') continue;
		const { messageId, role } = candidate.item;
		const current = groups.at(-1);
		const belongs = current !== undefined && (messageId === undefined || messageId === current.messageId);
		const group = belongs ? current : { candidates: [], messageId, isPersonas: false };
		if (!belongs) groups.push(group);
		group.candidates.push(candidate);
		group.isPersonas ||= role === 'model';
	}
	return groups;
}

/** Samples share their identity, both sides of one. */
function sampleGroups(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
	const samples = candidates.filter(({ item }) => kindOf(item) === 'sample');
	return [...Map.groupBy(samples, ({ identity }) => identity).values()];
}

/** Where the last exchange begins: the newest lines of the user's side, and what the persona said behind them. */
function lastExchange(groups: readonly HistoryGroup[]): number {
	const newest = groups.findLastIndex(({ isPersonas }) => !isPersonas);
	const before = groups.findLastIndex(({ isPersonas }, index) => isPersonas && index < newest);
	return newest < 0 ? Math.max(0, groups.length - 1) : before + 1;
}

/** What goes before the reply is shortened, and what goes after that. */
export interface TrimPlan {
	readonly ordinary: TrimSteps;
	readonly lastResort: TrimSteps;
}

/**
 * The oldest history first, then samples from the last to the first, then what is beside the conversation, then notes.
 * As a last resort the older lines of the latest user turn: a busy channel without an answer is one long turn. The line
 * that is answered, the newest line, the system's part and an explicit prefill are in no step.
 */
export function trimPlan(candidates: readonly Candidate[], triggerMessageId: Snowflake): TrimPlan {
	const groups = historyGroups(candidates);
	const start = lastExchange(groups);
	const mayGo = (group: HistoryGroup): boolean =>
		!group.candidates.some(({ item }) => isTrigger(item, triggerMessageId));
	const stepsOf = (from: number, to: number): TrimSteps =>
		groups
			.slice(from, to)
			.filter(mayGo)
			.map((group) => group.candidates);
	return {
		ordinary: [
			...stepsOf(0, start),
			...sampleGroups(candidates).toReversed(),
			...poolOrder(candidates).map((candidate) => [candidate]),
			...candidates.filter(({ item }) => kindOf(item) === 'note').map((candidate) => [candidate]),
		],
		lastResort: stepsOf(start, groups.length - 1),
	};
}
