/** Checks the tokenizers, and the operator's key. */
import { operatorKey } from '#adapters/crypto/operator-key';
import { Subscription } from '#adapters/novelai/subscription';
import { PrepareClient } from '#adapters/system/prepare-client';
import { systemClock } from '#adapters/system/system-clock';
import { tierName } from '#core/novelai/profiles/tier-names';
import type { Log } from '#ports/log';
import type { Env } from '../../src/env.ts';
import { type Finding, fine, problem } from './finding.ts';

/** In the worker that counts, as the bot does. */
export async function checkTokenizers(env: Env, log: Log): Promise<Finding> {
	const preparer = new PrepareClient({ directories: [env.TOKENIZER_ASSET_DIR], clock: systemClock, log });
	const missing = await preparer.missingFamilies();
	preparer.close();
	if (missing.length === 0) return fine('tokenizers', 'every model can be counted');
	return problem(
		'tokenizers',
		`${missing.join(', ')} missing: run npx bun@1.4.5 run setup:tokenizers, or use only models that do without (/model show).`,
	);
}

/** Asks which plan the key has, which costs nothing. */
export async function checkOperatorKey(env: Env): Promise<Finding> {
	const name = 'operator key';
	const ownIds = { guildIds: env.NOVELAI_API_KEY_GUILDS, ownerIds: [] };
	const key = operatorKey({ apiKey: env.NOVELAI_API_KEY ?? null, ...ownIds });
	if (key === null) return fine(name, 'none is set; servers and people bring their own with /setup or /key set');
	const subscription = new Subscription({
		accountUrl: env.NOVELAI_ACCOUNT_URL,
		requestTimeoutMs: env.NOVELAI_REQUEST_TIMEOUT_MS,
		clock: systemClock,
	});
	const facts = await subscription.ask(key.credential, AbortSignal.timeout(env.NOVELAI_REQUEST_TIMEOUT_MS));
	if (facts.ok && facts.value.active)
		return fine(name, `NovelAI accepts it, on the ${tierName(facts.value.tier)} plan`);
	if (facts.ok)
		return problem(name, 'its NovelAI subscription is not active: renew it, or set another NOVELAI_API_KEY.');
	return facts.error.code === 'key-rejected'
		? problem(name, 'NovelAI refuses it: make a new token (Account → Get Persistent API Token) for NOVELAI_API_KEY.')
		: problem(name, 'NovelAI did not say which plan it has: check the network of this machine, and try again later.');
}
