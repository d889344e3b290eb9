/** Who wants something of a reply, as commands and buttons know it. */
import type { ControlResult, ReplyActor } from '#app/chat/reply-controls';
import { refusalText, warningText } from '#app/chat/tell-limits';
import type { QuotaWarning, ReplyRefusal } from '#domain/access';
import type { CommandAnswer, CommandPlace } from '#ports/command';
import type { CommandScene } from '../command-scene.ts';

/** Whoever manages the server may moderate too. */
export function actorOf(place: CommandPlace): ReplyActor {
	const { userId, channelId, canModerate, canManage } = place;
	return { userId, channelId, mayModerate: canModerate || canManage };
}

/** Why there is no reply, and until when. */
export function limitAnswer(refusal: ReplyRefusal, scene: CommandScene): CommandAnswer {
	return { text: refusalText(scene.locale, refusal) ?? scene.say('answer.reply-denied') };
}

/** The answer with what has to be said of quotas that are nearly used up. */
export function withWarnings(
	answer: CommandAnswer,
	warnings: readonly QuotaWarning[],
	{ locale }: Pick<CommandScene, 'locale'>,
): CommandAnswer {
	return { ...answer, text: [answer.text, ...warnings.map((warning) => warningText(locale, warning))].join('\n') };
}

/** What to say when it did not work; null when it did. */
export function refusalOf(result: ControlResult, scene: CommandScene): CommandAnswer | null {
	switch (result.kind) {
		case 'done':
			return null;
		case 'refused':
			return scene.answer(result.key);
		case 'limited':
			return limitAnswer(result.refusal, scene);
		case 'failed':
			return scene.failure(result.failure);
	}
}
