/** Cards that other tools wrote are read alike, whatever they come in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCardFileCodec } from '#adapters/cards/card-file-codec';
import { readCard } from '#core/cards/read-card';
import { readLorebook, readLoreFile } from '#core/cards/read-lorebook';
import { EMPTY_ATTG } from '#domain/persona';

const codec = createCardFileCodec(async () => null);

async function decode(name: string) {
	const file = await codec.decodeCard(readFileSync(join(import.meta.dirname, '../../fixtures/cards', name)));
	if (!file.ok) throw new Error(file.error);
	return file.value;
}

const PERSONA = {
	name: 'かぐや Kaguya 🎋',
	attributes: [
		'{{char}} is found in a bamboo stalk.\n“月の都”の人。',
		'gentle, distant',
		'{{user}} is an old bamboo cutter.',
	],
	samples: [{ user: 'Where is home?', persona: 'Up. 上です。' }],
	triggerWords: ['かぐや kaguya 🎋'],
	aliases: [],
	attg: EMPTY_ATTG,
};

const LORE = [
	{
		keys: ['moon', '月'],
		secondaryKeys: ['night'],
		title: 'Home',
		content: '{{char}} came from the moon. 月は“遠い” 🌕。',
	},
	{ keys: [], isConstant: true, insertionOrder: 1, content: 'Bamboo grows everywhere.' },
	{ keys: ['suitor'], isEnabled: false, insertionOrder: 20, content: 'Five of them.' },
];

describe('stored cards', () => {
	test.each(['v1.json', 'v2.png', 'v3.png', 'v3.charx', 'v3-streamed.charx'])('S100 S101 %s', async (name) => {
		const { json } = await decode(name);
		expect(readCard(json)).toEqual({ ok: true, value: PERSONA });
		expect(readLorebook(json)).toMatchObject(name === 'v1.json' ? [] : LORE);
	});

	test('the world-info file has the same entries', async () => {
		expect(readLoreFile((await decode('world-info.json')).json)).toMatchObject(LORE);
	});

	test.each([
		['v2.png', true],
		['v3.png', true],
		['v3.charx', true],
		['v3-streamed.charx', false],
		['v1.json', false],
	])('the picture of %s: %s', async (name, isThere) => {
		expect((await decode(name)).picture?.mimeType).toBe(isThere ? 'image/png' : undefined);
	});
});
