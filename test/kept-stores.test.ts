/** The search for what grows sees every shape of it, and only that. */
import { describe, expect, test } from 'vitest';
import { keptStores } from './support/kept-stores.ts';

const found = (text: string): readonly string[] => keptStores('example.ts', text);

describe('what is kept', () => {
	test.each([
		'class A { readonly #kept = new Map<string, number>(); }',
		'class A { #kept: Map<string,\n Set<number>> = new Map(); }',
		'class A { static #kept = new Set<string>(["a"]); }',
		'class A { private kept: string[] = []; }'.replace('kept', '#kept'),
		'class A { #kept: Record<string, number> = {}; }',
		'class A { #kept: Map<string, 1>; constructor() { this.#kept = new Map(); } }',
		'class A { #kept: string[] | null = null; add() { this.#kept ??= []; } }',
		'class A { #kept = new KeyedQueue<string>(); }',
		'class A { #kept = new discord.Collection<string, string>(); }',
	])('is seen in a field: %s', (text) => {
		expect(found(text)).toEqual(['#kept']);
	});

	test.each([
		'const kept = new Map();',
		'export const kept: string[] = [];',
		'let kept: Map<string, number> | null = new Map();',
		'const kept = new Map([["a", 1]]);',
		'const kept = {} as Record<string, string>;',
		'function open() { const kept = new Map(); return { add: (key) => kept.set(key, 1) }; }',
		'function open() { const kept: string[] = []; return { add(key) { kept.push(key); } }; }',
		'function open(client) {\n\tif (client) {\n\t\tconst kept = new Map();\n\t\tclient.on("raw", (key) => kept.set(key, 1));\n\t}\n}',
		'const open = () => { let kept = []; setInterval(() => { kept = [...kept, 1]; }, 5); };',
		'function open() { const kept = []; function add() { kept.push(1); } return add; }',
	])('is seen in a module or a closure: %s', (text) => {
		expect(found(text)).toEqual(['kept']);
	});

	test.each([
		'const WORDS: ReadonlySet<string> = new Set(["a"]);',
		'class A { readonly #words: ReadonlyMap<string, number> = new Map([["a", 1]]); }',
		'class A { #kept = new ExpiringMap({ ttlMs: 1, entriesMax: 2, nowMs: () => 0 }); }',
		'function count(words) { const seen = new Set(); for (const word of words) seen.add(word); return seen.size; }',
		'function count(words) { const seen = []; words.forEach((word) => { seen.push(word); }); return seen; }',
		'const LIST = ["a", "b"];',
		'const encoder = new TextEncoder();',
	])('is not seen where nothing grows: %s', (text) => {
		expect(found(text)).toEqual([]);
	});
});
