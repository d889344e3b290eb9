/** What an account's plan refuses: models, spent trials, windows, output maxima. */

import type { Account } from './accounts.ts';
import { type ServedModel, tierNames } from './model-catalog.ts';

/** A refusal by plan. */
export interface PlanRefusal {
	readonly status: number;
	readonly message: string;
}

/** The plan's word on this model, or null when it serves it. */
export function refuseByPlan(account: Account, model: ServedModel): PlanRefusal | null {
	const isTrial = account.tier === 0;
	if (!isTrial && !account.active)
		return { status: 402, message: 'An active subscription is required to access this endpoint.' };
	if (model.windows[account.tier] === undefined) return refuseModel(account, model);
	if (isTrial && (account.freeGenerations ?? 0) <= 0) return { status: 409, message: 'Not eligible for this model' };
	return null;
}

function refuseModel(account: Account, model: ServedModel): PlanRefusal {
	if (model.route === 'native') return { status: 409, message: 'Not eligible for this model' };
	const tier = tierNames[account.tier];
	return { status: 400, message: `bad request: model '${model.id}' not allowed for current user tier '${tier}'` };
}

/** The refusal when input and wanted output do not fit; all in tokens. */
export function refuseByWindow(inputTokens: number, outputTokens: number, windowTokens: number): PlanRefusal | null {
	if (inputTokens + outputTokens <= windowTokens) return null;
	return { status: 400, message: `Too much context: got ${inputTokens} + ${outputTokens}, max ${windowTokens}` };
}

/** The refusal when a plan's published output maximum is exceeded. */
export function refuseByOutput(account: Account, model: ServedModel, outputTokens: number): PlanRefusal | null {
	const maximum = model.outputMaxima?.[account.tier];
	if (maximum === undefined || outputTokens <= maximum) return null;
	return { status: 400, message: `max_length ${outputTokens} is too large for the current plan, max ${maximum}` };
}
