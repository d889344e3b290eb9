/** Tells a word that stops a reply of another process from one that is meant for a persona. */
import type { ChatMessage } from '#domain/message';
import type { ChatPorts } from './chat-ports.ts';
import { logTrouble } from './log-trouble.ts';
import { isStopWord } from './stop-words.ts';

type StopPorts = Pick<ChatPorts, 'leases' | 'channelLeases' | 'log'>;

/** Whoever writes the reply hears the word, and may hear it before or after this process. Never rejects. */
export async function isStoppedElsewhere({ id, channelId, content }: ChatMessage, ports: StopPorts): Promise<boolean> {
	if (!isStopWord(content)) return false;
	try {
		return (await ports.channelLeases.isElsewhere(channelId)) || !(await ports.leases.once(nameOf(id)));
	} catch (error) {
		logTrouble(ports.log, 'whom a stop word was meant for could not be found out', { error, channelId });
		return false;
	}
}

/** Says that a word has stopped a reply of this process. Never rejects. */
export async function noteStopped({ id, channelId }: ChatMessage, ports: StopPorts): Promise<void> {
	try {
		await ports.leases.once(nameOf(id));
	} catch (error) {
		logTrouble(ports.log, 'that a word has stopped a reply could not be noted', { error, channelId });
	}
}

function nameOf(messageId: string): string {
	return `stop:${messageId}`;
}
