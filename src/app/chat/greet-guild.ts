/** Greets a server that the bot was just added to. */
import { translate } from '#core/i18n/translate';
import type { Snowflake } from '#domain/ids';
import type { Locale } from '#domain/locale';
import { sha256Base64Url } from '#lib/sha256';
import type { ChatPorts } from './chat-ports.ts';
import { logTrouble } from './log-trouble.ts';

const greetingTimeoutMs = 15_000;
const nonceCharactersMax = 25;

/** A server, its language as far as it is one of ours, and where it can be greeted. */
export interface NewGuild {
	readonly guildId: Snowflake;
	readonly locale: Locale | null;
	readonly channelId: Snowflake | null;
}

/** What greeting needs. */
export type GreetingPorts = Pick<ChatPorts, 'surface' | 'firstPersona' | 'selfId' | 'fallbackLocale' | 'log'> & {
	readonly stores: Pick<ChatPorts['stores'], 'workspaces' | 'notices'>;
};

/** One short message, once, in the server's language; never where the bot has been before. Never rejects. */
export async function greetGuild({ guildId, locale, channelId }: NewGuild, ports: GreetingPorts): Promise<void> {
	if (channelId === null) return;
	const { workspaces, notices } = ports.stores;
	try {
		const key = { kind: 'guild', discordId: guildId, locale } as const;
		if (!(await workspaces.claimGreeting(key, ports.firstPersona))) return;
		const name = ports.firstPersona.name;
		const text = translate(locale ?? ports.fallbackLocale, 'notice.greeting', { name, mention: `<@${ports.selfId}>` });
		const posted = await ports.surface.post(
			{
				channelId,
				text,
				replyToId: null,
				nonce: sha256Base64Url(`greeting:${guildId}`).slice(0, nonceCharactersMax),
				notifiableUserIds: [],
				noticeKind: 'notice',
			},
			AbortSignal.timeout(greetingTimeoutMs),
		);
		if (posted.ok) await notices.recordNotice({ messageId: posted.value.id, kind: 'notice', payload: {} });
		else ports.log.warn({ failure: posted.error.code, channelId }, 'a new server could not be greeted');
	} catch (error) {
		logTrouble(ports.log, 'a new server could not be greeted', { error, guildId });
	}
}
