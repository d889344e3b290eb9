import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardEmbed, embedLimits } from '#adapters/discord/command-card';
import { createModalTickets, customIdMax } from '#adapters/discord/modal-ticket';
import { answerPartMax, answerPartsMax, splitAnswer } from '#adapters/discord/split-answer';

describe('a long answer', () => {
	test('is cut at line ends, and what is far too long ends with an ellipsis', () => {
		const line = `${'word '.repeat(150).trim()}\n`;
		const parts = splitAnswer(line.repeat(5));
		expect(parts.map((part) => part.endsWith('word'))).toEqual([true, true, true]);
		expect(parts.join('\n').length).toBe(line.repeat(5).trim().length);
		const cut = splitAnswer('x'.repeat(20_000));
		expect(cut.length).toBe(answerPartsMax);
		expect(cut.at(-1)?.endsWith('…')).toBe(true);
	});

	test('any text gives parts that Discord takes, without losing words or halving characters', () => {
		const piece = fc.oneof(fc.constantFrom(' ', '\n', '😀', 'あ'), fc.string({ unit: 'grapheme', maxLength: 40 }));
		const text = fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join('').repeat(3));
		fc.assert(
			fc.property(text, (answer) => {
				const parts = splitAnswer(answer);
				expect(parts.length).toBeLessThanOrEqual(answerPartsMax);
				for (const part of parts) {
					expect(part.trim()).not.toBe('');
					expect(part.length).toBeLessThanOrEqual(answerPartMax);
					expect(part.isWellFormed()).toBe(true);
				}
				if (answer.length <= answerPartMax * 2) {
					expect(parts.join('').replace(/\s/g, '')).toBe(answer.replace(/\s/g, ''));
				}
			}),
		);
	});
});

describe('a card', () => {
	test('any card becomes an embed within the limits', () => {
		const text = fc.integer({ min: 0, max: 5000 }).map((length) => 'x'.repeat(length));
		const card = fc.record({
			title: text,
			description: text,
			fields: fc.array(fc.record({ name: text, value: text }), { maxLength: 30 }),
		});
		fc.assert(
			fc.property(card, (given) => {
				const embed = cardEmbed(given);
				const fields = embed.fields ?? [];
				const texts = [embed.title, embed.description, ...fields.flatMap(({ name, value }) => [name, value])];
				expect(texts.reduce((sum, each) => sum + (each?.length ?? 0), 0)).toBeLessThanOrEqual(embedLimits.totalMax);
				expect(fields.length).toBeLessThanOrEqual(embedLimits.fieldsMax);
				expect(fields.every(({ name, value }) => name !== '' && value !== '')).toBe(true);
			}),
		);
	});
});

describe('a modal ticket', () => {
	test('brings back the command and its values, short or long', () => {
		const tickets = createModalTickets();
		const ticket = (value: string) => ({ command: 'key', subcommand: 'set', values: new Map([['scope', value]]) });
		for (const value of ['server', '日本語 "quoted"', 'x'.repeat(500)]) {
			const customId = tickets.write(ticket(value), '1300000000000000000');
			expect(customId.length).toBeLessThanOrEqual(customIdMax);
			expect(tickets.read(customId)).toEqual(ticket(value));
		}
	});

	test('of another bot, or with forgotten values, is none', () => {
		const tickets = createModalTickets();
		for (const customId of ['', 'x', '{}', '[1]', '["key"]', '["key","set","1300000000000000000"]', '["key",3,{}]']) {
			expect(tickets.read(customId)).toBeNull();
		}
	});
});
