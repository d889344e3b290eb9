/** The shape of every stream machine: text goes in by pieces, events come out, and the cutting never matters. */

/** Takes text in any pieces; `end` flushes what was held. The events are the same for every way of cutting the text. */
export interface PushMachine<Event> {
	push(text: string): readonly Event[];
	end(): readonly Event[];
}
