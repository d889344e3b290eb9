/** The rules of the house that no linter knows: floors, imports, and where messages may be sent from. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { allProfiles } from '#core/novelai/profiles/profile-of';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');

interface SourceFile {
	/** From `src/`, such as `core/text/macros.ts`. */
	readonly path: string;
	readonly text: string;
	readonly imports: readonly string[];
}

function sourceFiles(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));
}

function readSource(file: string): SourceFile {
	const text = readFileSync(file, 'utf8');
	const { module } = parseSync(file, text);
	const imports = [
		...module.staticImports.map((entry) => entry.moduleRequest.value),
		...module.staticExports.flatMap((entry) =>
			entry.entries.flatMap((exported) => (exported.moduleRequest ? [exported.moduleRequest.value] : [])),
		),
		...module.dynamicImports.map((entry) =>
			text.slice(entry.moduleRequest.start, entry.moduleRequest.end).slice(1, -1),
		),
	];
	return { path: relative(SOURCE, file), text, imports };
}

const FILES = sourceFiles(SOURCE).map(readSource);
const NODE_BUILTIN = /^(node|bun):/;

/** Comments may speak of effects; strings with two slashes lose their tails, which hides nothing that matters here. */
function withoutComments(text: string): string {
	return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

/** The path from `src/` that an import means, or null for a package. */
function targetOf(file: SourceFile, specifier: string): string | null {
	if (specifier.startsWith('#')) return `${specifier.slice(1)}.ts`;
	if (specifier.startsWith('.')) return relative(SOURCE, join(SOURCE, dirname(file.path), specifier));
	return null;
}

interface Floor {
	readonly name: string;
	readonly owns: (path: string) => boolean;
	/** Whether a file of this floor may import that path. */
	readonly mayImport: (target: string, path: string) => boolean;
	readonly packages: RegExp;
}

const room = (path: string, depth: number): string => path.split('/').slice(0, depth).join('/');
const within = (...folders: readonly string[]): ((path: string) => boolean) => {
	return (path) => folders.some((folder) => path.startsWith(`${folder}/`));
};
const NONE = /^(?!)/;

const FLOORS: readonly Floor[] = [
	{ name: 'lib', owns: within('lib'), mayImport: within('lib'), packages: NONE },
	{ name: 'domain', owns: within('domain'), mayImport: within('domain', 'lib'), packages: NONE },
	{
		name: 'core',
		owns: within('core'),
		mayImport: (target, path) =>
			within('lib', 'domain', 'core/text')(target) || (target.startsWith('core/') && room(target, 2) === room(path, 2)),
		packages: /^zod$/,
	},
	{ name: 'ports', owns: within('ports'), mayImport: within('lib', 'domain', 'ports'), packages: NONE },
	{ name: 'app', owns: within('app'), mayImport: within('lib', 'domain', 'core', 'ports', 'app'), packages: NONE },
	{
		name: 'adapters',
		owns: within('adapters'),
		mayImport: (target, path) => within('lib', 'domain', 'core', 'ports')(target) || room(target, 2) === room(path, 2),
		packages: /./,
	},
	{
		name: 'playground',
		owns: within('playground'),
		mayImport: within('lib', 'core/tokenizer', 'adapters/tokenizers', 'playground'),
		packages: /./,
	},
	{
		name: 'prepare-worker',
		owns: (path) => path === 'prepare-worker.ts',
		mayImport: within('lib', 'domain', 'core', 'adapters/tokenizers'),
		packages: NONE,
	},
	{
		name: 'env',
		owns: (path) => ['env.ts', 'env-schema.ts', 'env-kinds.ts', 'env-limits.ts'].includes(path),
		mayImport: (target) => within('lib')(target) || ['env-schema.ts', 'env-kinds.ts', 'env-limits.ts'].includes(target),
		packages: /^zod$/,
	},
	{
		name: 'main',
		owns: (path) =>
			[
				'main.ts',
				'chat-parts.ts',
				'connect-chat.ts',
				'connect-parts.ts',
				'life-cycle.ts',
				'serve-commands.ts',
				'shared-parts.ts',
				'watch-parts.ts',
			].includes(path),
		mayImport: () => true,
		packages: NONE,
	},
];

describe('floors', () => {
	test('every source file belongs to exactly one floor', () => {
		const homeless = FILES.filter((file) => FLOORS.filter((floor) => floor.owns(file.path)).length !== 1);
		expect(homeless.map((file) => file.path)).toEqual([]);
		expect(FILES.length).toBeGreaterThan(100);
	});

	test.each(FLOORS)('$name imports only what its floor allows', (floor) => {
		const files = FILES.filter((file) => floor.owns(file.path));
		expect(files.length).toBeGreaterThan(0);
		const broken = files.flatMap((file) =>
			file.imports.flatMap((specifier) => {
				const target = targetOf(file, specifier);
				const allowed = target === null ? isPackageAllowed(floor, specifier) : floor.mayImport(target, file.path);
				return allowed ? [] : [`${file.path} imports ${specifier}`];
			}),
		);
		expect(broken).toEqual([]);
	});

	function isPackageAllowed(floor: Floor, specifier: string): boolean {
		return NODE_BUILTIN.test(specifier) || floor.packages.test(specifier);
	}

	test('core and domain use no clock, chance, network or process', () => {
		const effects = /\b(Date\.now|Math\.random|setTimeout|setInterval|fetch\(|process\.|Bun\.|console\.)/;
		const impure = FILES.filter(
			(file) => within('core', 'domain')(file.path) && effects.test(withoutComments(file.text)),
		);
		expect(impure.map((file) => file.path)).toEqual([]);
	});

	test('ports hold interfaces and types only', () => {
		const compiled = FILES.filter(
			(file) => within('ports')(file.path) && /^export (const|function|class)/m.test(file.text),
		);
		expect(compiled.map((file) => file.path)).toEqual([]);
	});
});

describe('imports', () => {
	test('rooms are named by alias across folders and never by ../../', () => {
		const deep = FILES.flatMap((file) =>
			file.imports.filter((specifier) => specifier.includes('../../')).map((specifier) => `${file.path}: ${specifier}`),
		);
		expect(deep).toEqual([]);
	});

	test('every relative import names a file of the same room', () => {
		const strays = FILES.flatMap((file) =>
			file.imports
				.filter((specifier) => specifier.startsWith('.'))
				.filter((specifier) => room(targetOf(file, specifier) ?? '', 1) !== room(file.path, 1))
				.map((specifier) => `${file.path}: ${specifier}`),
		);
		// The composition roots stand beside the floors.
		expect(
			strays.filter(
				(stray) =>
					!/^(main|chat-parts|connect-(chat|parts)|life-cycle|serve-commands|shared-parts|watch-parts|env(-schema|-limits)?)\.ts/.test(
						stray,
					),
			),
		).toEqual([]);
	});
});

describe('habits', () => {
	test('messages are sent through the Discord surface alone', () => {
		const senders = FILES.filter((file) => within('app', 'adapters', 'core')(file.path) && /\.send\(/.test(file.text));
		// What goes over a socket there is no message.
		expect(senders.map((file) => file.path)).toEqual(['adapters/discord/kept-session.ts']);
	});

	test('adapters take time from the clock port, never from setTimeout', () => {
		const timers = FILES.filter(
			(file) => within('adapters', 'app')(file.path) && /\bset(Timeout|Interval)\(/.test(file.text),
		);
		expect(timers.map((file) => file.path)).toEqual(['adapters/system/system-clock.ts']);
	});

	test('no code outside the profiles names a model, but for the default', () => {
		const names = allProfiles().map(({ codename }) => RegExp.escape(codename));
		const literal = new RegExp(`['"\`](?:${names.join('|')})['"\`]`);
		const elsewhere = (path: string): boolean => !within('core/novelai/profiles', 'playground')(path);
		const namers = FILES.filter((file) => elsewhere(file.path) && literal.test(withoutComments(file.text)));
		expect(namers.map((file) => file.path)).toEqual(['core/settings/resolve-settings.ts']);
		const profiles = FILES.filter((file) => within('core/novelai/profiles')(file.path) && literal.test(file.text));
		expect(profiles).toHaveLength(names.length);
	});

	test('shared code asks what a model can do and never which provider it is', () => {
		// Names of providers, and asking whether a key has an endpoint of its own, which is the same question.
		const asks =
			/\bcustomNameOf\b|\bNOVELAI_PROVIDER\b|['"`](?:novelai|custom)['"`]|\bendpoint\b\??\s*[!=]==|\bendpoint\s*\?(?!:)|![\w.]*\bendpoint\b/;
		const shared = FILES.filter(({ path }) => !within('adapters/novelai', 'adapters/custom', 'playground')(path));
		const askers = shared.filter(({ text }) => asks.test(withoutComments(text))).map(({ path }) => path);
		// Commands that keep keys and endpoints are about providers.
		const keeping = within('app/commands/key', 'app/commands/provider', 'app/commands/setup', 'app/commands/model');
		expect(askers.filter((path) => !keeping(path)).sort()).toEqual([
			'adapters/crypto/operator-key.ts',
			// Which models a turn tries over which keys, and the one place where that becomes a provider.
			'app/chat/attempts-of.ts',
			'app/chat/choose-credential.ts',
			'app/chat/model-switch.ts',
			'app/chat/plan-attempts.ts',
			'app/commands/behavior/vision-setting.ts',
			'app/commands/provider-option.ts',
			// What the names are, and what follows from a key's endpoint.
			'domain/credential.ts',
			'domain/custom-provider.ts',
			'domain/provider-name.ts',
		]);
	});

	test('items of the conversation are made by the push helper alone', () => {
		// Elsewhere the tag may only be asked for. Whoever reads items for a model has tables of tags and makes none.
		const names = /(?<![!=]== )['"`]DIALOGUE_HISTORY['"`]/;
		const mayMake = within('core/context', 'core/history', 'core/media', 'app', 'adapters');
		const makers = FILES.filter((file) => mayMake(file.path) && names.test(withoutComments(file.text)));
		expect(makers.map((file) => file.path)).toEqual(['core/context/dialogue-history/push-item.ts']);
		const users = FILES.filter((file) => /pushDialogueHistoryContextItem/.test(withoutComments(file.text)));
		expect(users.map((file) => file.path).filter((path) => !within('core/context')(path))).toEqual([]);
	});

	test('every file opens with a sentence that says its job', () => {
		const silent = FILES.filter((file) => !/^(#!.*\n)?\/\*\*? ?\S/.test(file.text));
		expect(silent.map((file) => file.path)).toEqual([]);
	});

	test('nothing is left for later', () => {
		const marks = /\b(TODO|FIXME|XXX)\b|\.(only|skip)\(/;
		const tests = sourceFiles(join(ROOT, 'test')).filter((file) => !file.endsWith('tidy.test.ts'));
		const marked = [
			...FILES.filter((file) => marks.test(file.text)).map((file) => file.path),
			...tests.filter((file) => marks.test(readFileSync(file, 'utf8'))),
		];
		expect(marked).toEqual([]);
	});
});
