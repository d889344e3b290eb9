/** Whom a persona's messages seem to come from, line by line. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { Persona } from '#domain/persona';
import type { RenderIdentity } from '#domain/reply';

/** The looks that one reply may take. */
export interface ReplyLooks {
	/** The persona's own: undefined is the bot's account. */
	readonly own: RenderIdentity | undefined;
	/** The look of a line that opens with `Persona (label):`; undefined for labels that nobody bears. */
	find(label: string): RenderIdentity | undefined;
}

/** What looks are taken from. */
export interface LooksSource {
	readonly persona: Persona;
	readonly personas: readonly Persona[];
	/** Where the persona's own picture is; null for none. */
	readonly avatarUrl: string | null;
	/** False where nobody but the bot itself can speak, as in direct messages. */
	readonly hasWebhooks: boolean;
	/** The names that the model has read for the people in the channel, by id. */
	readonly people: ReadonlyMap<Snowflake, string>;
	readonly messages: readonly ChatMessage[];
}

/** Where there are webhooks an alter has its own name and picture; a copied look is the name with the label, and the picture of whoever bears it. */
export function replyLooks(source: LooksSource): ReplyLooks {
	const { persona, personas, people, messages, avatarUrl: ownUrl, hasWebhooks } = source;
	if (!hasWebhooks) return { own: undefined, find: () => undefined };
	const own = persona.isAlter ? { name: persona.name, avatarUrl: ownUrl } : undefined;
	const pictures = new Map<Snowflake, string>();
	for (const { author } of messages) if (author.avatarUrl) pictures.set(author.id, author.avatarUrl);
	const pictureByName = new Map<string, string | null>(personas.map(({ name }) => [keyOf(name), null]));
	for (const [id, name] of people) pictureByName.set(keyOf(name), pictures.get(id) ?? null);
	return {
		own,
		find(label) {
			const avatarUrl = pictureByName.get(keyOf(label));
			return avatarUrl === undefined ? undefined : { name: `${persona.name} (${label})`, avatarUrl };
		},
	};
}

function keyOf(name: string): string {
	return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
