/** Every place of the program that opens a connection by an address, and what keeps it from being led astray. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A place that connects. */
interface Place {
	/** Whose word the address is. */
	readonly address: 'operator' | 'people' | 'discord' | 'program';
	readonly guard: string;
	/** What the file must say for that to be true. */
	readonly says: readonly string[];
}

const NO_REDIRECT = "redirect: 'manual'";

/** By file: calls of `fetch` and what else opens connections. */
const PLACES: Readonly<Record<string, Place>> = {
	'src/lib/event-request.ts': {
		address: 'people',
		guard: 'is called with checked addresses alone; no redirects, both times bounded, events and refusals bounded',
		says: [NO_REDIRECT, 'eventBytesMax', 'refusalCharactersMax', 'requestTimeoutMs', 'streamReadTimeoutMs'],
	},
	'src/adapters/novelai/subscription.ts': {
		address: 'operator',
		guard: 'NOVELAI_ACCOUNT_URL; no redirects, since the key is in a header',
		says: [NO_REDIRECT, 'requestTimeoutMs'],
	},
	'src/adapters/custom/list-models.ts': {
		address: 'people',
		guard: 'goes to an address that was checked; no redirects, time and size bounded',
		says: [NO_REDIRECT, 'bodyBytesMax', 'timeoutMs', 'viaAddress('],
	},
	'src/adapters/fetch/discord-attachment-source.ts': {
		address: 'people',
		guard: "Discord's own hosts alone; no redirects, time and size bounded",
		says: ["redirect: 'error'", 'isAllowed(', 'bytesMax', 'timeoutMs', 'DISCORD_ATTACHMENT_HOSTS'],
	},
	'src/adapters/fetch/guarded-image-fetch.ts': {
		address: 'people',
		guard: 'listed hosts, every step checked and connected to as it was checked; time, size and steps bounded',
		says: [NO_REDIRECT, 'redirectsMax', 'bytesMax', 'isAllowed(', 'isPublicAddress', 'viaAddress('],
	},
	'src/adapters/discord/kept-session.ts': {
		address: 'discord',
		guard: "the address that Discord's gateway named; never one out of a backup",
		says: ['resumeUrl', 'protocol: /^wss?$/'],
	},
	'scripts/tokenizers/fetch-bytes.ts': {
		address: 'program',
		guard: 'addresses of this repository; time and size bounded, and every file is compared with its digest',
		says: ['connectLimitMs', 'downloadLimitMs', 'downloadBytesMax'],
	},
	'scripts/screenshots/chromium.ts': {
		address: 'program',
		guard: 'a browser that it started itself, on this machine',
		says: ['DevTools listening on'],
	},
};

/** Callers of `requestEvents`, which checks nothing itself. */
const REQUESTERS: Readonly<Record<string, Place>> = {
	'src/adapters/novelai/novelai-text-model.ts': {
		address: 'operator',
		guard: 'NOVELAI_TEXT_URL',
		says: ['textUrl'],
	},
	'src/adapters/custom/chat-requests.ts': {
		address: 'people',
		guard: 'where the address leads is asked before each request (ruling P6), which goes to what was answered',
		says: ['endpointTarget(', 'await this.target(', 'address: target.value'],
	},
};

/** Callers of `listModels`, which goes where it is told, and the look that tells them. */
const LISTERS: Readonly<Record<string, Place>> = {
	'src/adapters/custom/custom-model-catalog.ts': {
		address: 'people',
		guard: 'as for replies; few at once, and the same address once a minute',
		says: ['await endpointTarget(', 'address: target.value', 'askedAtOnceMax', 'rememberedForMs'],
	},
	'src/adapters/custom/custom-text-model.ts': {
		address: 'people',
		guard: 'as for replies',
		says: ['requests.target(', 'address: target.value'],
	},
	'src/adapters/custom/endpoint-target.ts': {
		address: 'people',
		guard: 'the look itself',
		says: ['addressGuard.whereabouts', 'mayBePrivate', "'address-private'"],
	},
};

/** Ways to connect that are not `fetch`; libraries of ours that speak to one configured server are not among them. */
const CONNECTS = /(?<![.\w#])fetch\(|new WebSocket\(|from 'node:(?:https?|http2|tls|dgram)'|\bconnect\(\s*\{[^}]*port/;
const REQUESTS = /(?<!function\* )\brequestEvents\(/;
const LISTS = /(?<!function )\blistModels\(|function endpointTarget\(/;

function filesThat(pattern: RegExp): readonly string[] {
	return ['src', 'scripts']
		.flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
		)
		.filter((name) => name.endsWith('.ts') && !name.startsWith('src/playground/') && !name.startsWith('scripts/bench/'))
		.filter((name) => pattern.test(readFileSync(join(ROOT, name), 'utf8')))
		.sort();
}

describe('connections by an address', () => {
	test('all places that make one are known', () => {
		expect(filesThat(CONNECTS)).toEqual(Object.keys(PLACES).sort());
		expect(filesThat(REQUESTS)).toEqual(Object.keys(REQUESTERS).sort());
		expect(filesThat(LISTS)).toEqual(Object.keys(LISTERS).sort());
	});

	test.each(Object.entries({ ...PLACES, ...REQUESTERS, ...LISTERS }))(
		'%s keeps to its guard',
		(file, { guard, says }) => {
			const text = readFileSync(join(ROOT, file), 'utf8');
			for (const words of says) expect(text, guard).toContain(words);
		},
	);
});
