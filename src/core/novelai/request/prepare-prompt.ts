/** Everything between a conversation and a request that can be sent: admit, lay out, fit, build, account. */
import { createPolisher } from '#core/text/polish';
import { personaNamesOf, type Speakers, speakersOf } from '#core/text/speakers';
import { accountFor } from '#domain/account-for';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { PromptRequest } from '#domain/prompt-request';
import type { ThinkingLevel } from '#domain/sampling';
import type { SubscriptionTier } from '#domain/subscription';
import { err, ok, type Result } from '#lib/result';
import type { Profile } from '../profiles/profile.ts';
import { profileOf } from '../profiles/profile-of.ts';
import { tierName } from '../profiles/tier-names.ts';
import { type AdmittedPieces, admit } from '../prompt/admit.ts';
import { attgLine } from '../prompt/attg.ts';
import { type FittedPrompt, fitPrompt } from '../prompt/fit-prompt.ts';
import type { PromptLayout, RenderPrompt } from '../prompt/layout.ts';
import type { PromptTokenizer } from '../prompt/prompt-tokenizer.ts';
import { renderChat, renderPersistentChat } from '../prompt/render-chat.ts';
import { renderStory } from '../prompt/render-story.ts';
import { segmentShares } from '../prompt/segment-shares.ts';
import { buildRequest } from './build-request.ts';
import { outputBudget, remainingBudget } from './output-budget.ts';
import { resolveSamplers } from './resolve-samplers.ts';

const RENDERERS: Readonly<Record<Profile['renderer'], RenderPrompt>> = {
	chat: renderChat,
	'persistent-chat': renderPersistentChat,
	story: renderStory,
};

/** Memories and lore together take at most the window divided by this (seed: one fifth). */
const poolShare = 5;

/** How the story header is named in reports. */
const ATTG_IDENTITY = 'attg';

/** How the beginning of a reply that broke off is named in reports. */
const CONTINUATION_IDENTITY = 'continuation';

/** `auto` and `none` are off; a model that ignores the level never thinks (ruling N13). */
function thinksAt(level: ThinkingLevel, profile: Profile): boolean {
	return profile.thinking === 'by-level' && level !== 'auto' && level !== 'none';
}

/** The model's start tokens, or nothing when the tokenizer would spell one of them out (ruling N5). */
function startTokensOf(profile: Profile, tokenizer: PromptTokenizer): string {
	const known = profile.startTokens.every((token) => tokenizer.specialStrings.includes(token));
	return known ? profile.startTokens.join('') : '';
}

function layOut(request: PromptRequest, profile: Profile, parts: LayoutParts): PromptLayout {
	const { pieces, personaLabel, specialStrings, startTokens } = parts;
	return {
		personaLabel,
		startTokens,
		systemPrompt: profile.systemPrompt,
		attgLine: profile.attg ? attgLine(request.attg, profile.stars, specialStrings) : null,
		personality: pieces.personality.map(({ text }) => text),
		memories: pieces.memories,
		constantLore: pieces.constantLore,
		activatedLore: pieces.activatedLore,
		samples: pieces.samples,
		history: pieces.history,
		prefill: pieces.prefill?.text ?? null,
		// A prefill is the beginning of the visible reply, so there is no place left for a thought before it.
		thinking: pieces.prefill === null && thinksAt(request.thinkingLevel, profile),
	};
}

interface LayoutParts {
	readonly pieces: AdmittedPieces;
	readonly personaLabel: string;
	readonly specialStrings: readonly string[];
	readonly startTokens: string;
}

function speakers(request: PromptRequest, specialStrings: readonly string[]): Speakers {
	const { items, personaName, personaAliases } = request;
	return speakersOf({ items, personaName, personaAliases, specialStrings });
}

/** Every candidate once: what is in the prompt, what had to go, and what was never let in. */
function accountOf(request: PromptRequest, pieces: AdmittedPieces, fitted: FittedPrompt) {
	const { layout } = fitted;
	const kept = [
		...layout.memories,
		...layout.constantLore,
		...layout.activatedLore,
		...layout.samples,
		...layout.history,
	];
	const skipped = (request.skippedLore ?? []).map((identity) => ({ identity, reason: 'lore-budget' }) as const);
	return accountFor({
		included: [
			...(layout.attgLine === null ? [] : [ATTG_IDENTITY]),
			...pieces.personality.map(({ identity }) => identity),
			...kept.map(({ identity }) => identity),
			...(pieces.prefill === null ? [] : [pieces.prefill.identity]),
			...(request.continuation && request.continuation.written !== '' ? [CONTINUATION_IDENTITY] : []),
		],
		trimmed: fitted.trimmed.map(({ identity }) => identity),
		excluded: [...pieces.excluded, ...skipped],
	});
}

/**
 * Prepares one request, byte for byte what would be sent. Pure: the same arguments give the same result, for
 * generation and inspection alike (ruling N14). Fails with `model-unknown`, `tier-unsupported`, `oversized-run` (in a
 * piece that no prompt can do without), `prompt-too-long` or `floor-too-large`.
 *
 * A continuation is the same prompt with the reply's beginning at its very end, as the model wrote it, fitted again
 * with what is left of the reply's length. It fails with `continuation-exhausted` when nothing is left.
 */
export function preparePrompt(
	request: PromptRequest,
	tier: SubscriptionTier,
	tokenizer: PromptTokenizer,
): Result<PreparedPrompt, Failure> {
	const profile = profileOf(request.codename);
	if (profile === null) return err({ code: 'model-unknown', model: request.codename });
	const windowTokens = profile.windows[tier];
	if (windowTokens === undefined)
		return err({ code: 'tier-unsupported', model: profile.displayName, tier: tierName(tier) });

	const { counter } = tokenizer;
	const specialStrings = [...tokenizer.specialStrings, ...profile.guardedStrings];
	const { ownLabels, foreignNames } = speakers(request, specialStrings);
	const personaLabel = ownLabels[0] ?? request.personaName;
	const { items, triggerMessageId } = request;
	const pieces = admit({
		items,
		personaLabel,
		triggerMessageId,
		tokenizer: { ...tokenizer, specialStrings },
		polish: profile.polishes ? createPolisher(personaNamesOf(request)) : (text) => text,
	});
	const startTokens = startTokensOf(profile, tokenizer);
	const layout = layOut(request, profile, { pieces, personaLabel, specialStrings, startTokens });
	const headerOversized = layout.attgLine !== null && tokenizer.hasOversizedRun(layout.attgLine);
	const { continuation } = request;
	const written = continuation?.written ?? '';
	if (pieces.protectedOversized || headerOversized || tokenizer.hasOversizedRun(written)) {
		return err({ code: 'oversized-run' });
	}

	const budget = continuation ? remainingBudget(continuation, counter) : outputBudget(profile, request.maxOutputTokens);
	if (budget === null) return err({ code: 'continuation-exhausted' });
	const render = RENDERERS[profile.renderer];
	const fitted = fitPrompt({
		layout,
		render: (candidate) => render(candidate) + written,
		counter,
		windowTokens,
		poolTokens: Math.floor(windowTokens / poolShare),
		reserveTokens: profile.reserves.framingTokens + profile.reserves.sentenceCompletionTokens,
		outputTokens: budget.wantedTokens,
		outputTokensFloor: budget.floorTokens,
		promptCharactersMax: profile.promptCharactersMax,
	});
	if (!fitted.ok) return fitted;
	const { prompt, inputTokens, outputTokens } = fitted.value;
	const stops = { foreignNames, configured: request.stopStrings };
	const { sampling: selection, isFallbackAttempt } = request;
	const samplers = resolveSamplers({ profile, selection, isFallbackAttempt });
	return ok({
		codename: profile.codename,
		transport: profile.transport.kind,
		prompt,
		body: buildRequest({ profile, prompt, outputTokens, samplers, stops, counter }),
		ownLabels,
		foreignNames,
		thinking: layout.thinking,
		report: {
			...accountOf(request, pieces, fitted.value),
			inputTokens,
			shares: segmentShares(fitted.value.layout, prompt, inputTokens),
			approximate: tokenizer.approximate,
			windowTokens,
			outputTokensMax: outputTokens,
		},
		request,
		tier,
	});
}
