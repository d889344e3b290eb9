/** The stand-in as a program: prints its address as one JSON line and serves until it is told to stop. */

import { parseArgs } from 'node:util';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import { startNovelaiServer } from './start-novelai-server.ts';

const { values } = parseArgs({
	options: {
		/** Bearer token of an Opus account. */
		key: { type: 'string', default: 'pst-playground' },
		port: { type: 'string', default: '0' },
		/** A folder with further tokenizer files. */
		tokenizers: { type: 'string' },
		'token-delay': { type: 'string', default: '25' },
		'lock-after-abort': { type: 'string', default: '2000' },
	},
});

const server = await startNovelaiServer({
	port: Number(values.port),
	accounts: { [values.key]: { tier: 3, active: true } },
	tokenizerDirectories: tokenizerDirectories(values.tokenizers),
	tokenDelayMs: Number(values['token-delay']),
	lockAfterAbortMs: Number(values['lock-after-abort']),
});

const stop = (): void => {
	server.stop().then(
		() => process.exit(0),
		() => process.exit(1),
	);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
console.log(JSON.stringify({ url: server.url }));
