/** Runs without a space. */
import { describe, expect, test } from 'vitest';
import { hasOversizedRun } from '#core/text/unbroken-run';

describe('hasOversizedRun', () => {
	test.each([
		{ what: '1,024 letters', text: 'a'.repeat(1_024), oversized: false },
		{ what: '1,025 letters', text: 'a'.repeat(1_025), oversized: true },
		{ what: '1,025 letters inside other text', text: `so ${'_'.repeat(1_025)} it goes`, oversized: true },
		{ what: '1,024 emoji, which are 2,048 units', text: '🙂'.repeat(1_024), oversized: false },
		{ what: '1,025 emoji', text: '🙂'.repeat(1_025), oversized: true },
		{ what: 'many runs of 1,024', text: `${'a'.repeat(1_024)}\n`.repeat(50), oversized: false },
		{ what: 'a run parted by U+0085', text: `${'a'.repeat(1_000)}\u0085${'a'.repeat(1_000)}`, oversized: false },
		{ what: 'a run not parted by U+FEFF', text: `${'a'.repeat(1_000)}\ufeff${'a'.repeat(1_000)}`, oversized: true },
		{ what: 'a Japanese paragraph', text: '今日は、とても「いい」天気ですね！……そう？'.repeat(200), oversized: false },
		{ what: 'a Japanese paragraph with names', text: 'Tomoriさんは2026年に来た。'.repeat(300), oversized: false },
		{ what: 'Chinese', text: '天地玄黄，宇宙洪荒。'.repeat(300), oversized: false },
		{ what: 'Hangul', text: '안녕하세요'.repeat(400), oversized: false },
		{ what: 'Thai', text: 'สวัสดีครับ'.repeat(300), oversized: false },
		{ what: 'Lao', text: 'ສະບາຍດີ'.repeat(300), oversized: false },
		{ what: 'Khmer', text: 'ជំរាបសួរ។'.repeat(300), oversized: false },
		{ what: 'Myanmar', text: 'မင်္ဂလာပါ။'.repeat(300), oversized: false },
		{ what: 'Tibetan', text: 'བཀྲ་ཤིས་བདེ་ལེགས།'.repeat(300), oversized: false },
		{ what: 'base64', text: btoa('persona'.repeat(300)), oversized: true },
	])('says $oversized for $what', ({ text, oversized }) => {
		expect(hasOversizedRun(text)).toBe(oversized);
	});
});
