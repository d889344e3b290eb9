/** The card or the JSON in a file that came with a command. */
import type { MessageKey } from '#core/i18n/locales/en';
import { err, ok, type Result } from '#lib/result';
import type { CardFile, CardRefusal } from '#ports/card-codec';
import type { CommandAnswer, CommandInvocation } from '#ports/command';
import type { CommandPorts } from './command-ports.ts';
import type { CommandScene } from './command-scene.ts';

/** Megabytes of an attached file, for the sentence that refuses a larger one. */
export const CARD_FILE_MEGABYTES_MAX = 10;

const REFUSALS: Readonly<Record<CardRefusal, MessageKey>> = {
	'too-large': 'answer.card-too-large',
	'too-complex': 'answer.card-too-complex',
	'not-a-card-file': 'answer.card-not-a-card',
	'json-broken': 'answer.card-json-broken',
	'picture-broken': 'answer.card-picture-broken',
	'archive-broken': 'answer.card-archive-broken',
	'no-card-inside': 'answer.card-empty',
	unreadable: 'answer.card-unreadable',
};

/** What the option `file` holds, or the one sentence that refuses it. */
export async function readAttachment(
	invocation: CommandInvocation,
	ports: CommandPorts,
	scene: CommandScene,
): Promise<Result<CardFile, CommandAnswer>> {
	const size = { size: CARD_FILE_MEGABYTES_MAX };
	const refused = (key: MessageKey) => err(scene.answer(key, size));
	const file = invocation.attachments.get('file');
	if (!file) return refused('answer.card-unreachable');
	if (file.sizeBytes > CARD_FILE_MEGABYTES_MAX * 1_000_000) return refused('answer.card-too-large');
	const bytes = await ports.attachments.fetchAttachment(file.url, invocation.signal);
	if (!bytes.ok) return refused(bytes.error === 'too-large' ? 'answer.card-too-large' : 'answer.card-unreachable');
	const card = await ports.cards.decodeCard(bytes.value);
	return card.ok ? ok(card.value) : refused(REFUSALS[card.error]);
}
