/** `GET /user/subscription` and `GET /user/information`. */

import type { Account } from './accounts.ts';

const monthSeconds = 30 * 24 * 60 * 60;

/** The plan in the service's shape; `perks.contextTokens` is deliberately not any model's window. */
export function subscriptionResponse(account: Account, nowMs: number): Response {
	const paid = account.tier > 0;
	const nowSeconds = Math.floor(nowMs / 1000);
	return Response.json({
		tier: account.tier,
		active: account.active,
		expiresAt: account.active ? nowSeconds + monthSeconds : nowSeconds - monthSeconds,
		perks: {
			maxPriorityActions: paid ? 1000 : 0,
			startPriority: paid ? 10 : 0,
			moduleTrainingSteps: account.tier === 3 ? 10_000 : 0,
			unlimitedMaxPriority: account.tier === 3,
			voiceGeneration: paid,
			imageGeneration: paid,
			unlimitedImageGeneration: account.tier === 3,
			unlimitedImageGenerationLimits: account.tier === 3 ? [{ resolution: 4_194_304, maxPrompts: 0 }] : [],
			contextTokens: [1024, 3072, 6144, 8192][account.tier],
		},
		paymentProcessorData: null,
		trainingStepsLeft: { fixedTrainingStepsLeft: account.tier === 3 ? 10_000 : 0, purchasedTrainingSteps: 0 },
		accountType: 0,
		isGracePeriod: false,
	});
}

/** The account's own facts. */
export function informationResponse(account: Account): Response {
	return Response.json({
		emailVerified: true,
		emailVerificationLetterSent: true,
		hasPlaintextEmail: false,
		allowMarketingEmails: false,
		trialActivated: account.tier === 0,
		trialActionsLeft: account.freeGenerations ?? 0,
		trialImagesLeft: 0,
		accountCreatedAt: 1_700_000_000,
	});
}
