/** What an OpenAI-compatible endpoint takes. */

/** A piece of a message that is not only words; `url` holds the bytes, or leads to them. */
export type ChatContentPart =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
	| { readonly type: 'video_url'; readonly video_url: { readonly url: string } };

/** A call as an assistant's message repeats it. */
export interface ChatToolCall {
	readonly id: string;
	readonly type: 'function';
	readonly function: { readonly name: string; readonly arguments: string };
}

/** What follows a conversation in which something was called. */
export type CalledMessage =
	| { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls: readonly ChatToolCall[] }
	| { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** One message of a conversation; `content` is never empty, and a list only where something is shown. */
export interface ChatMessage {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string | readonly ChatContentPart[];
}
