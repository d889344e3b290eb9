/** Models as suggestions. */
import { expect, test } from 'vitest';
import { NovelaiTextModel } from '#adapters/novelai/novelai-text-model';
import { suggestModels } from '#app/commands/model/suggest-models';
import type { Locale } from '#domain/locale';
import type { CommandPlace } from '#ports/command';
import type { TextModel } from '#ports/text-model';
import { recordingLog } from '../../support/store-log.ts';

/** Discord shows no more of a suggestion. */
const SUGGESTION_CHARACTERS_MAX = 100;

function modelWithout(families: readonly string[]): Promise<TextModel> {
	return NovelaiTextModel.open({
		textUrl: 'http://127.0.0.1:1',
		accountUrl: 'http://127.0.0.1:1',
		requestTimeoutMs: 1,
		streamReadTimeoutMs: 1,
		clock: { now: () => 0, after: () => () => {}, sleep: async () => {} },
		random: { next: () => 0 },
		log: recordingLog(),
		preparer: {
			prepare: async () => ({ ok: false, error: { code: 'prompt-too-long' } }),
			missingFamilies: async () => families,
		},
	});
}

function names(model: TextModel, userLocale: Locale): readonly string[] {
	const place: CommandPlace = {
		guildId: '1',
		channelId: '2',
		userId: '3',
		userDisplayName: 'Ellen',
		canManage: true,
		canModerate: true,
		canWrite: true,
		userLocale,
		guildLocale: null,
	};
	return suggestModels({ text: '', place }, model.models()).map((suggestion) => suggestion.name);
}

test.each([
	['en', 'tokenizer not installed'],
	['ja', 'トークナイザー未インストール'],
	['pt-BR', 'tokenizador não instalado'],
] as const)('a model whose tokenizer is not installed is marked in %s, and no other is', async (locale, mark) => {
	const shown = names(await modelWithout(['glm46']), locale);
	expect(shown.map((name) => name.endsWith(` · ${mark}`))).toEqual([true, true, false, false]);
	for (const name of shown) expect(name.length).toBeLessThanOrEqual(SUGGESTION_CHARACTERS_MAX);
});
