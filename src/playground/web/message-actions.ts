/** What the person at the page can do with a message. */
export interface MessageActions {
	reply(messageId: string): void;
	react(messageId: string, emoji: string, on: boolean): void;
	/** Presses a button, or with values chooses in a menu. */
	useComponent(messageId: string, customId: string, values?: readonly string[]): void;
	useCommand(messageId: string, command: string): void;
	edit(messageId: string, text: string): void;
	remove(messageId: string): void;
	/** Hides an answer that only this person sees. */
	dismiss(messageId: string): void;
}
