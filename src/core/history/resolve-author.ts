/** Who really speaks in a message: the persona, a person behind a webhook, or whom Discord names. */
import type { PersonaId, Snowflake } from '#domain/ids';
import type { Author, WebhookIdentity } from '#domain/message';
import { type RenderedPersona, readRenderName } from './copied-render.ts';
import type { HistoryFacts, HistoryPersona } from './history-facts.ts';
import { mainPersona, type PersonaByName } from './known-personas.ts';
import type { Naming } from './naming.ts';

/** A message or the target of a reply, as far as its author goes. */
export interface Authored {
	readonly id: Snowflake;
	readonly author: Author;
	readonly webhook: WebhookIdentity | null;
}

/** The speaker of a message. */
export interface ResolvedAuthor {
	/** The person's id where a webhook speaks for one. */
	readonly id: Snowflake;
	readonly label: string;
	readonly persona: HistoryPersona | null;
}

/** Resolves speakers; one for each build. */
export interface AuthorResolver {
	resolve(message: Authored): ResolvedAuthor;
	/** Whether the bot or one of its webhooks posted it; only such messages can be notices. */
	isOurs(message: Authored): boolean;
	/** The person who wrote it, also behind a webhook; a webhook's own id where nobody is known. */
	userIdOf(message: Authored): Snowflake;
}

/** What resolving is based on. */
export interface AuthorContext {
	readonly facts: HistoryFacts;
	readonly naming: Naming;
	readonly personas: PersonaByName;
}

/** The resolver of one build. */
export function createAuthorResolver({ facts, naming, personas }: AuthorContext): AuthorResolver {
	const main = mainPersona(facts);
	const byId = new Map<PersonaId, HistoryPersona>(
		[...facts.personas, facts.persona].map((persona) => [persona.id, persona]),
	);
	const isOurWebhook = (webhook: WebhookIdentity | null): boolean =>
		webhook !== null && (webhook.isOurs || facts.ownWebhookIds.has(webhook.id));
	const isOurs = ({ author, webhook }: Authored): boolean => author.kind === 'self' || isOurWebhook(webhook);
	const userIdOf = ({ id, author, webhook }: Authored): Snowflake =>
		(webhook ? facts.impersonationWebhooks.get(webhook.id) : undefined) ??
		facts.proxiedUserByMessageId.get(id) ??
		author.id;

	/** Our own record, else the name; another application's webhook may bear a persona's name but never is one. */
	const renderedPersona = (message: Authored): RenderedPersona | null => {
		const { author, webhook } = message;
		const mayBePersona = isOurWebhook(webhook) || webhook?.applicationId === null;
		const named = mayBePersona ? readRenderName(author.displayName, personas, naming.safeName) : null;
		const recordedId = facts.personaIdByMessageId.get(message.id);
		const recorded = recordedId === undefined ? undefined : byId.get(recordedId);
		if (!recorded) return named;
		return named?.persona.id === recorded.id ? named : { persona: recorded, label: recorded.name };
	};

	return {
		isOurs,
		userIdOf,
		resolve(message) {
			const { author, webhook } = message;
			if (author.kind === 'self') {
				const persona = byId.get(facts.personaIdByMessageId.get(message.id) ?? main.id) ?? main;
				return { id: author.id, label: persona.name, persona };
			}
			if (author.kind !== 'webhook' || webhook === null) {
				return { id: author.id, label: naming.labelOf(author), persona: null };
			}
			const impersonated = facts.impersonationWebhooks.get(webhook.id);
			if (impersonated !== undefined) {
				const label = naming.labelOf({ id: impersonated, displayName: author.displayName });
				return { id: impersonated, label, persona: null };
			}
			const rendered = facts.proxiedUserByMessageId.has(message.id) ? null : renderedPersona(message);
			if (rendered) return { id: author.id, label: rendered.label, persona: rendered.persona };
			// A proxied person chose the name that the channel reads, so it stays; a plain webhook has no other.
			return { id: userIdOf(message), label: naming.safeName(author.displayName), persona: null };
		},
	};
}
