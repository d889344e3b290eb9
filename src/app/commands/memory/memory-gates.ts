/** Reads where a memory comes up: `#channels` and keywords, separated by commas. */
import { escapeMarkdown } from '#core/text/escape-markdown';
import { MEMORY_LIMITS, type MemoryGates } from '#domain/memory';
import { err, ok, type Result } from '#lib/result';

/** Nobody names a channel so. */
const CHANNEL_ID = /^\d{15,20}$/;

/** What Discord makes of a channel that was picked. */
const CHANNEL_MENTION = /^<#(\d{1,20})>$/;

/** A part that begins with `#` or is a channel mention names a channel, every other one is a keyword. */
export function readMemoryGates(text: string): Result<MemoryGates, 'too-many' | 'too-long'> {
	const channels: string[] = [];
	const keywords: string[] = [];
	for (const part of text.split(/[,、，]/).map((each) => each.trim())) {
		const mentioned = CHANNEL_MENTION.exec(part)?.[1];
		const named = part.startsWith('#') ? part.slice(1).trim() : undefined;
		const channel = mentioned ?? named;
		if (channel !== undefined) channels.push(channel);
		else keywords.push(part);
	}
	const gates = { channels: known(channels), keywords: known(keywords) };
	const all = [...gates.channels, ...gates.keywords];
	if (all.length > MEMORY_LIMITS.gateEntriesMax) return err('too-many');
	if (all.some((entry) => entry.length > MEMORY_LIMITS.gateCharactersMax)) return err('too-long');
	return ok(gates);
}

/** Gates as `readMemoryGates` reads them. */
export function writeMemoryGates({ channels, keywords }: MemoryGates): string {
	const named = channels.map((channel) => (CHANNEL_ID.test(channel) ? `<#${channel}>` : `#${channel}`));
	return [...named, ...keywords].join(', ');
}

/** Gates as lists show them: channels as Discord shows them, words without Markdown's effects. */
export function shownGates({ channels, keywords }: MemoryGates): string {
	const shown = channels.map((channel) => (CHANNEL_ID.test(channel) ? `<#${channel}>` : escapeMarkdown(`#${channel}`)));
	return [...shown, ...keywords.map(escapeMarkdown)].join(', ');
}

function known(entries: readonly string[]): readonly string[] {
	return [...new Set(entries)].filter((entry) => entry !== '');
}
