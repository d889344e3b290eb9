/** Both providers behind the port, each with the strict stand-in that it talks to over a socket. */
import { CustomTextModel } from '#adapters/custom/custom-text-model';
import { NovelaiTextModel } from '#adapters/novelai/novelai-text-model';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import type { Credential } from '#domain/credential';
import type { PreparedPrompt } from '#domain/fitting';
import type { PromptRequest } from '#domain/prompt-request';
import { Secret } from '#domain/secret';
import type { ReplyScript, ScriptedResponse } from '#playground/novelai-server/reply-scripts';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import { startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { startOpenaiServer } from '#playground/openai-server/start-openai-server';
import type { TextModel } from '#ports/text-model';
import { requestOf, said, tokenizerOf, wordTokenizer } from '../../core/novelai/conversation.ts';
import { credentialFor, guardOf } from '../custom/endpoint.ts';
import { chunk, DONE, StillClock, token } from '../novelai/provider.ts';

/** What differs between the providers, by which a case may expect something else. */
export type PeerName = 'NovelAI, completion' | 'NovelAI, native' | 'custom';

/** A provider that runs. */
export interface Peer {
	readonly model: TextModel;
	readonly credential: Credential;
	readonly clock: StillClock;
	readonly request: PromptRequest;
	/** The next generations follow the scripts one after the other, and then the last one again and again. */
	script(...scripts: readonly ReplyScript[]): void;
	/** Requests for generations, in order. */
	generations(): readonly NovelaiRequest[];
	/** What a client did wrong. */
	faults(): readonly unknown[];
	/** Everything that was told to the log. */
	readonly logged: readonly string[];
	/** Resolves when the condition holds. */
	until(condition: () => boolean): Promise<void>;
	stop(): Promise<void>;
}

/** A provider, and how its wire says things. */
export interface PeerKind {
	readonly name: PeerName;
	start(): Promise<Peer>;
	/** The body of an error. */
	errorBody(status: number, message: string): string;
	/** A whole stream with these words, its end, and something more in its last events. */
	stream(words: readonly string[], more: object): string;
	/** The words that are sent, the thought before them included where the model writes it into them. */
	readonly thinking: (thought: string) => ReplyScript & { readonly reasoning?: string };
}

const KEY = 'sk-NeverShowThisKey0123456789';
const NOVELAI_CREDENTIAL: Credential = {
	provider: 'novelai',
	owner: { kind: 'operator' },
	secret: new Secret(KEY),
	digest: 'digest-of-the-key',
};
const LINE = said('1', 'Bo', 'do you like tea or coffee?');

interface Running {
	readonly requests: readonly NovelaiRequest[];
	readonly violations: readonly unknown[];
	readonly unknownRoutes: readonly unknown[];
	readonly scripts: {
		queue(script: ReplyScript): void;
		always(script: ReplyScript | null): void;
		clear(): void;
	};
	until(condition: () => boolean): Promise<void>;
	stop(): Promise<void>;
}

function peerOf(server: Running, parts: Pick<Peer, 'model' | 'credential' | 'clock' | 'request' | 'logged'>): Peer {
	return {
		...parts,
		script(...scripts) {
			server.scripts.clear();
			for (const script of scripts.slice(0, -1)) server.scripts.queue(script);
			server.scripts.always(scripts.at(-1) ?? null);
		},
		generations: () => server.requests.filter(({ method }) => method === 'POST'),
		faults: () => [...server.violations, ...server.unknownRoutes],
		until: (condition) => server.until(condition),
		stop: () => server.stop(),
	};
}

function notedLog() {
	const logged: string[] = [];
	const note = (...parts: readonly unknown[]): void => {
		logged.push(JSON.stringify(parts));
	};
	return { logged, log: { debug: note, info: note, warn: note, error: note } };
}

const times = { requestTimeoutMs: 60_000, streamReadTimeoutMs: 30_000, random: { next: () => 0 } } as const;

async function startNovelai(codename: string, family: string): Promise<Peer> {
	const server = await startNovelaiServer({ accounts: { [KEY]: { tier: 3, active: true } } });
	const tokenizer = (await tokenizerOf(family)) ?? (await wordTokenizer());
	const clock = new StillClock();
	const { logged, log } = notedLog();
	const model = await NovelaiTextModel.open({
		...times,
		textUrl: server.url,
		accountUrl: server.url,
		clock,
		log,
		preparer: {
			prepare: async (request, tier) => preparePrompt(request, tier, tokenizer),
			missingFamilies: async () => [],
		},
	});
	const request = requestOf([LINE], { codename });
	return peerOf(server, { model, credential: NOVELAI_CREDENTIAL, clock, request, logged });
}

async function startCustom(): Promise<Peer> {
	const server = startOpenaiServer({ keys: [KEY] });
	const clock = new StillClock();
	const { logged, log } = notedLog();
	const addressGuard = guardOf(async () => ({ reach: 'private', addresses: [] }));
	const model = new CustomTextModel({ ...times, clock, log, addressGuard });
	const request = requestOf([LINE], { codename: 'custom:home' });
	return peerOf(server, { model, credential: credentialFor(server.url, { key: KEY }), clock, request, logged });
}

const flatError = (statusCode: number, message: string): string => JSON.stringify({ statusCode, message });
const inTags = (thought: string): ReplyScript => ({ text: `<think>${thought}</think>` });
const withMore = (event: string, more: object): string =>
	event.replace(
		/^data: (.*)$/mu,
		(_whole, json: string) => `data: ${JSON.stringify({ ...JSON.parse(json), ...more })}`,
	);

/** All of them. */
export const PEERS: readonly PeerKind[] = [
	{
		name: 'NovelAI, completion',
		start: () => startNovelai('glm-4-6', 'glm46'),
		errorBody: flatError,
		stream: (words, more) =>
			[...words.map((word) => chunk(word)), withMore(chunk('', 'stop'), more), withMore(chunk(''), more), DONE].join(
				'',
			),
		thinking: inTags,
	},
	{
		name: 'NovelAI, native',
		start: () => startNovelai('kayra-v1', 'nerdstash_v2'),
		errorBody: flatError,
		stream: (words, more) => [...words.map((word) => token(word)), withMore(token('', true), more)].join(''),
		thinking: inTags,
	},
	{
		name: 'custom',
		start: startCustom,
		errorBody: (code, message) => JSON.stringify({ error: { message, code } }),
		stream(words, more) {
			const event = (choices: readonly object[]): string => `data: ${JSON.stringify({ choices })}\n\n`;
			const said = words.map((content) => event([{ delta: { content }, finish_reason: null }]));
			const end = withMore(event([{ delta: {}, finish_reason: 'stop' }]), more);
			return [...said, end, withMore(event([]), more), DONE].join('');
		},
		thinking: (reasoning) => ({ text: '', reasoning }),
	},
];

/** An answer as it is, byte for byte. */
export function answer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): ScriptedResponse {
	const isStream = body.startsWith('data:') || body.startsWith('event:');
	const plain = body.startsWith('{') ? 'application/json' : 'text/html';
	return { status, body, headers, contentType: isStream ? 'text/event-stream' : plain };
}

/** What would be sent. */
export async function preparedOf({ model, request, credential }: Peer): Promise<PreparedPrompt> {
	const prepared = await model.prepare(request, credential, new AbortController().signal);
	if (!prepared.ok) throw new Error(prepared.error.code);
	return prepared.value;
}
