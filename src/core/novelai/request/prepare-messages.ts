/** What the preparation worker and its client say to each other; plain data only. */
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { PromptRequest } from '#domain/prompt-request';
import type { SubscriptionTier } from '#domain/subscription';
import type { Result } from '#lib/result';

/** To the worker: once where to look for tokenizers beside the project's own folder, then one prompt after the other. */
export type PrepareOrder =
	| { readonly kind: 'start'; readonly directories: readonly string[] }
	| { readonly kind: 'prepare'; readonly id: number; readonly request: PromptRequest; readonly tier: SubscriptionTier };

/** From the worker: once which families could not be loaded, then one answer for each prompt. */
export type PrepareReport =
	| { readonly kind: 'ready'; readonly missingFamilies: readonly string[] }
	| { readonly kind: 'prepared'; readonly id: number; readonly result: Result<PreparedPrompt, Failure> };
