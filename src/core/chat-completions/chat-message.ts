/** What an OpenAI-compatible endpoint takes. */

/** One message of a conversation; `content` is never empty. */
export interface ChatMessage {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
}
