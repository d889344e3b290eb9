/** Puts the calls of a streamed reply together from their pieces. */
import { TOOL_LIMITS, type ToolCall, type ToolCallPiece } from '#domain/tool-call';

interface Draft {
	readonly index: number | null;
	id: string | null;
	name: string;
	argumentsText: string;
}

const idUnitsMax = 200;

/** The pieces of a call come in order; those of several calls may be mixed where an index tells them apart. */
export class ToolCallCollector {
	readonly #drafts: Draft[] = [];

	get isEmpty(): boolean {
		return this.#drafts.length === 0;
	}

	take(piece: ToolCallPiece): void {
		const draft = this.#draftOf(piece);
		// Some servers repeat the name and the id in every piece.
		draft.id ??= piece.id;
		if (draft.name === '') draft.name = piece.name ?? '';
		if (draft.argumentsText.length <= TOOL_LIMITS.argumentsUnitsMax) draft.argumentsText += piece.argumentsText;
	}

	/**
	 * The calls in the order in which they began, at most `callsPerRoundMax`. Ids that are missing or taken are made up;
	 * arguments beyond the limit are cut, and so are no JSON any more.
	 */
	calls(prefix: string): readonly ToolCall[] {
		const drafts = this.#drafts.slice(0, TOOL_LIMITS.callsPerRoundMax);
		const given = new Set(drafts.map(({ id }) => id));
		const taken = new Set<string>();
		return drafts.map(({ id, name, argumentsText }, place) => {
			const isOwn = id !== null && id !== '' && id.length <= idUnitsMax && !taken.has(id);
			let known = isOwn ? id : `${prefix}_${place + 1}`;
			while (!isOwn && (given.has(known) || taken.has(known))) known += '_';
			taken.add(known);
			return {
				id: known,
				name: name.slice(0, TOOL_LIMITS.nameUnitsMax),
				argumentsText: argumentsText.slice(0, TOOL_LIMITS.argumentsUnitsMax),
			};
		});
	}

	/**
	 * Where there is no index, a new id begins a new call, and so does a name after a call that has no id. Under an index
	 * that is known, a named piece with another id does: some servers send all of their calls under the first one.
	 */
	#draftOf({ index, id, name }: ToolCallPiece): Draft {
		const last = this.#drafts.at(-1);
		const known =
			index === null
				? last !== undefined && (id === null ? name === null : id === last.id)
					? last
					: undefined
				: this.#drafts.findLast((draft) => draft.index === index);
		const isAnother = index !== null && name !== null && id !== null && known?.id != null && known.id !== id;
		if (known !== undefined && !isAnother) return known;
		// What is beyond the limit is one call, which is read and forgotten.
		if (last !== undefined && this.#drafts.length > TOOL_LIMITS.callsPerRoundMax) return last;
		const draft = { index, id, name: '', argumentsText: '' };
		this.#drafts.push(draft);
		return draft;
	}
}
