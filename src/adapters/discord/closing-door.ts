/** Stops taking commands at shutdown: those that run may finish, and whoever comes later is told. */
import { InteractionResponseType, InteractionType } from 'discord.js';
import type { LocalizedText } from '#domain/localized-text';
import { whenAborted } from '#lib/when-aborted';
import type { InteractionAnswers } from './interaction-answers.ts';
import { readInteraction } from './interaction-input.ts';

/** What the door needs. */
export interface ClosingDoorOptions {
	/** Takes an interaction while the door is open; must not reject. */
	readonly handle: (packet: unknown) => Promise<void>;
	readonly answers: Pick<InteractionAnswers, 'respond' | 'refuse'>;
	/** Says that the bot is about to restart. */
	readonly shuttingDown: LocalizedText;
}

/** In front of all commands, forms and buttons. */
export interface ClosingDoor {
	take(packet: unknown): Promise<void>;
	/** Shuts the door and resolves when what was taken before is done, or when the signal aborts. */
	close(deadline: AbortSignal): Promise<void>;
}

/** An open door. */
export function closingDoor({ handle, answers, shuttingDown }: ClosingDoorOptions): ClosingDoor {
	const running = new Set<Promise<void>>();
	let isClosed = false;
	return {
		async take(packet) {
			if (isClosed) return await turnAway(packet, { answers, shuttingDown });
			const done = handle(packet).finally(() => running.delete(done));
			running.add(done);
			await done;
		},
		async close(deadline) {
			isClosed = true;
			await Promise.race([Promise.allSettled([...running]), whenAborted(deadline)]);
		},
	};
}

async function turnAway(
	packet: unknown,
	{ answers, shuttingDown }: Pick<ClosingDoorOptions, 'answers' | 'shuttingDown'>,
): Promise<void> {
	const interaction = readInteraction(packet);
	if (!interaction) return;
	if (interaction.type === InteractionType.ApplicationCommandAutocomplete) {
		const type = InteractionResponseType.ApplicationCommandAutocompleteResult;
		await answers.respond(interaction, { type, data: { choices: [] } });
		return;
	}
	const { userLocale, guildLocale } = interaction.place;
	await answers.refuse(interaction, { text: shuttingDown[userLocale ?? guildLocale ?? 'en'] });
}
