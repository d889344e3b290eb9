/** Everything between the pieces of a prompt and a chat that can be sent: fit, render, build, account. */
import { speakersOf } from '#core/text/speakers';
import { accountFor } from '#domain/account-for';
import type { CustomProvider } from '#domain/custom-provider';
import type { Failure } from '#domain/failure';
import type { FittingReport, PreparedPrompt, PromptSegment } from '#domain/fitting';
import type { PromptRequest } from '#domain/prompt-request';
import type { ResolvedContextItem } from '#domain/resolved-context';
import { err, ok, type Result } from '#lib/result';
import { approximateTokens } from './approximate-tokens.ts';
import { buildChatRequest, chatTools } from './build-chat-request.ts';
import { segmentOf } from './candidates.ts';
import { type ChatItem, chatItem, isEmptyItem } from './chat-item.ts';
import type { ChatMessage } from './chat-message.ts';
import { describePart } from './describe-part.ts';
import { type FittedMessages, fitMessages } from './fit-messages.ts';
import { relocateMedia } from './relocate-media.ts';
import { renderMessages } from './render-messages.ts';
import { toolRoomTokens } from './with-tool-rounds.ts';

/** No prompt beyond this is looked at, in UTF-16 units (ruling N16). */
const promptUnitsMax = 1_000_000;

/** The shortest reply that a crowded window may force, in tokens (ruling N11). */
const outputTokensFloor = 64;

/** However long replies may be, so much of the window is the prompt's. */
const outputShareMax = 2;

const SEGMENTS: readonly Exclude<PromptSegment, 'frame'>[] = ['personality', 'memories', 'lore', 'samples', 'history'];

/** What is shown takes at most the window divided by this, so that words are left to read. */
const mediaShare = 3;

/** How many tokens of the window may be pictures and videos. */
export function mediaTokensMax({ windowTokens }: Pick<CustomProvider, 'windowTokens'>): number {
	return Math.floor(windowTokens / mediaShare);
}

/** What is known of an endpoint. */
export interface ChatEndpoint extends Pick<CustomProvider, 'model' | 'windowTokens' | 'outputTokensMax'> {
	/** How many tokens it counts for one that is estimated; 1 unless it has said so. */
	readonly tokenScale?: number;
}

/**
 * Prepares one request for an endpoint from items whose media is resolved, byte for byte what would be sent. Pure and
 * linear. Counts are approximate, and the report says so. Fails with `prompt-too-long` or `floor-too-large`.
 */
export function prepareChat(
	request: PromptRequest,
	resolved: readonly ResolvedContextItem[],
	endpoint: ChatEndpoint,
): Result<PreparedPrompt, Failure> {
	const items = relocateMedia(resolved.map(chatItem));
	const units = items.reduce((sum, { text }) => sum + text.length, 0);
	if (units > promptUnitsMax) return err({ code: 'prompt-too-long' });
	const tools = request.callsVerbatim ? [] : (request.tools ?? []);
	const { tokenScale: scale = 1 } = endpoint;
	const toolTokens = tools.length === 0 ? 0 : Math.ceil(approximateTokens(JSON.stringify(chatTools(tools))) * scale);
	const windowTokens = endpoint.windowTokens - toolTokens;
	const outputTokens = wantedTokens(request.maxOutputTokens, endpoint);
	const fitted = fitMessages({
		items: items.filter((item) => !isEmptyItem(item)),
		triggerMessageId: request.triggerMessageId,
		windowTokens: windowTokens - (request.tools === undefined ? 0 : toolRoomTokens(endpoint.windowTokens)),
		outputTokens,
		outputTokensFloor: Math.min(outputTokensFloor, outputTokens),
		count: approximateTokens,
		scale,
	});
	if (!fitted.ok) return fitted;
	const messages = renderMessages(fitted.value.items, request.personaName);
	const { personaName, personaAliases, stopStrings, isFallbackAttempt } = request;
	const speakers = speakersOf({ items: request.items, personaName, personaAliases, specialStrings: [] });
	const labels = request.speakerStopEnabled ? speakers.foreignNames.map((name) => `\n${name}:`) : [];
	return ok({
		codename: request.codename,
		transport: 'chat',
		prompt: promptText(messages),
		body: buildChatRequest({
			model: endpoint.model,
			messages,
			outputTokens: fitted.value.outputTokens,
			// What was chosen for the model that this one stands in for does not apply to it.
			sampling: isFallbackAttempt ? null : request.sampling,
			stopStrings: [...stopStrings, ...labels],
			tools,
		}),
		...speakers,
		thinking: false,
		report: reportOf(request, { items, fitted: fitted.value, windowTokens: endpoint.windowTokens, toolTokens }),
		request,
		...(scale === 1 ? {} : { tokenScale: scale }),
		tier: null,
	});
}

function wantedTokens(
	configured: number | null,
	{ outputTokensMax, windowTokens }: Pick<CustomProvider, 'windowTokens' | 'outputTokensMax'>,
): number {
	const asked = Math.max(1, Math.floor(configured ?? outputTokensMax));
	return Math.max(1, Math.min(asked, outputTokensMax, Math.floor(windowTokens / outputShareMax)));
}

/** The messages as people may read them, without bytes; the endpoint writes them in a form of its own. */
function promptText(messages: readonly ChatMessage[]): string {
	return messages.map(({ role, content }) => `<${role}>\n${wordsOf(content)}`).join('\n\n');
}

function wordsOf(content: ChatMessage['content']): string {
	return typeof content === 'string' ? content : content.map(describePart).join('');
}

function reportOf(
	request: PromptRequest,
	parts: {
		readonly items: readonly ChatItem[];
		readonly fitted: FittedMessages;
		readonly windowTokens: number;
		readonly toolTokens: number;
	},
): FittingReport {
	const { items, fitted, windowTokens, toolTokens } = parts;
	const { outputTokens } = fitted;
	const inputTokens = fitted.inputTokens + toolTokens;
	const empty = items.filter(isEmptyItem).map(({ identity }) => ({ identity, reason: 'empty' }) as const);
	const skipped = (request.skippedLore ?? []).map((identity) => ({ identity, reason: 'lore-budget' }) as const);
	const shares = SEGMENTS.map((segment) => {
		const own = fitted.kept.filter(({ item }) => segmentOf(item) === segment);
		return { segment, tokens: own.reduce((sum, { tokens }) => sum + tokens, 0) };
	});
	const shared = shares.reduce((sum, { tokens }) => sum + tokens, 0);
	return {
		...accountFor({
			included: fitted.kept.map(({ identity }) => identity),
			trimmed: fitted.trimmed,
			excluded: [...empty, ...skipped],
		}),
		inputTokens,
		shares: [{ segment: 'frame', tokens: inputTokens - shared }, ...shares],
		approximate: true,
		windowTokens,
		outputTokensMax: outputTokens,
	};
}
