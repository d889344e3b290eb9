/** Names that webhooks may post under, and the names that were meant. */

/** What the webhook is called through which the bot speaks as its personas. */
export const personaWebhookName = 'tomori';

/** What webhooks are called that speak as one person for a moment; no persona ever speaks through them. */
export const borrowedWebhookName = 'tomori for somebody else';

/** UTF-16 units of a webhook's name. */
export const webhookNameMax = 80;

/** Discord refuses names with these words (error 50035). */
const BANNED = /d(?=iscord)|c(?=lyde)/gi;
/** Too thin to be seen, and kept by Discord, unlike characters without any width. */
const HAIR_SPACE = '\u200a';

/** The name as Discord takes it; `fallback` when nothing is left of it. */
export function webhookName(name: string, fallback: string): string {
	const flat = name.toWellFormed().replace(/\s+/g, ' ').trim();
	const allowed = flat.replace(BANNED, `$&${HAIR_SPACE}`);
	return (
		allowed
			.slice(0, webhookNameMax)
			.replace(/[\uD800-\uDBFF]$/, '')
			.trim() || fallback
	);
}

/** The name that was meant by a name of ours. */
export function meantName(name: string): string {
	return name.replaceAll(HAIR_SPACE, '');
}
