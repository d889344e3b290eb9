/** Finds out where the pictures of personas can be seen, and brings them there first where that was not done. */
import type { PersonaId } from '#domain/ids';
import { ExpiringMap } from '#lib/expiring-map';
import type { AvatarHost } from '#ports/avatar-host';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { PersonaCardStore } from '#ports/persona-card-store';
import { logTrouble } from './log-trouble.ts';

/** What it works with. */
export interface PersonaAvatarsOptions {
	readonly host: AvatarHost;
	readonly cards: PersonaCardStore;
	readonly clock: Clock;
	readonly log: Log;
}

/** How long a reply may wait for a picture, and how long one that cannot be uploaded is left alone, in milliseconds. */
const waitMs = 3_000;
const refusedForMs = 600_000;
const refusedMax = 1_000;

/** One upload at a time for each persona; whoever cannot be shown speaks without a picture. */
export class PersonaAvatars {
	readonly #options: PersonaAvatarsOptions;
	readonly #uploads = new Map<PersonaId, Promise<string | null>>();
	readonly #refused: ExpiringMap<PersonaId, true>;

	constructor(options: PersonaAvatarsOptions) {
		this.#options = options;
		const nowMs = (): number => options.clock.now();
		this.#refused = new ExpiringMap({ ttlMs: refusedForMs, entriesMax: refusedMax, nowMs });
	}

	/** The address of the persona's picture; null where it has none or it cannot be shown yet. Never rejects. */
	async urlOf(personaId: PersonaId): Promise<string | null> {
		const { clock } = this.#options;
		const waited = new AbortController();
		const late = clock.sleep(waitMs, waited.signal).then(() => null);
		const url = await Promise.race([this.#find(personaId), late]);
		waited.abort();
		return url;
	}

	/** Forgets the picture of a persona that is gone. */
	async remove(personaId: PersonaId): Promise<void> {
		this.#refused.delete(personaId);
		await this.#options.host.remove(personaId);
	}

	async #find(personaId: PersonaId): Promise<string | null> {
		const { host, cards, log } = this.#options;
		try {
			const avatar = await cards.findAvatar(personaId);
			if (avatar === null) return null;
			if (avatar.emojiId !== null) return host.urlOf(avatar.emojiId);
			if (this.#refused.get(personaId)) return null;
			const running = this.#uploads.get(personaId) ?? this.#upload(personaId);
			this.#uploads.set(personaId, running);
			return await running.finally(() => this.#uploads.delete(personaId));
		} catch (error) {
			logTrouble(log, 'the picture of a persona could not be found', { error, personaId });
			return null;
		}
	}

	async #upload(personaId: PersonaId): Promise<string | null> {
		const { host, cards } = this.#options;
		const picture = await cards.findPicture(personaId);
		if (picture === null) return null;
		const uploaded = await host.upload(personaId, picture);
		if (!uploaded.ok) {
			this.#refused.set(personaId, true);
			return null;
		}
		await cards.setAvatar(personaId, { emojiId: uploaded.value, picture });
		return host.urlOf(uploaded.value);
	}
}
