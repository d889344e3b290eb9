/** The row of buttons below the newest reply of a channel. */
import type { TurnId } from '#domain/ids';
import type { MessageButton } from '#domain/reply';

/** What a button does with the whole reply. */
export type ReplyAction = 'regenerate' | 'continue' | 'previous' | 'next' | 'delete';

/** The reply that the buttons belong to. */
export interface ControlledReply {
	readonly turnId: TurnId;
	/** The variant that is shown, from 0. */
	readonly variant: number;
	/** How many there are. */
	readonly variants: number;
}

/** The first part of every button's id. */
export const controlPrefix = 'turn';

const EMOJI: Readonly<Record<ReplyAction, string>> = {
	regenerate: '🔄',
	continue: '⏩',
	previous: '⬅️',
	next: '➡️',
	delete: '🗑️',
};

/** Ids hold the turn's own, so that the buttons work after a restart. */
export function controlButtons({ turnId, variant, variants }: ControlledReply): readonly MessageButton[] {
	const button = (action: ReplyAction, isEnabled: boolean): MessageButton => {
		return { id: `${controlPrefix}:${turnId}:${action}`, emoji: EMOJI[action], isEnabled };
	};
	return [
		button('regenerate', true),
		button('continue', true),
		button('previous', variant > 0),
		button('next', variant < variants - 1),
		{ ...button('delete', true), isDangerous: true },
	];
}

/** What a pressed button asks for; null for an id that is none of these. */
export function readControl(id: string): { readonly turnId: TurnId; readonly action: ReplyAction } | null {
	const [, digits, action] = /^turn:(\d{1,15}):([a-z]+)$/.exec(id) ?? [];
	if (digits === undefined || action === undefined || !Object.hasOwn(EMOJI, action)) return null;
	return { turnId: Number(digits) as TurnId, action: action as ReplyAction };
}
