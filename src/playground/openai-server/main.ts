/** The stand-in as a program: prints its base URL as one JSON line and serves until it is told to stop. */

import { parseArgs } from 'node:util';
import { standInModel, startOpenaiServer } from './start-openai-server.ts';

const { values } = parseArgs({
	options: {
		/** The only key that is accepted; without it none is needed. */
		key: { type: 'string' },
		port: { type: 'string', default: '0' },
		'token-delay': { type: 'string', default: '25' },
	},
});

const server = startOpenaiServer({
	port: Number(values.port),
	keys: values.key === undefined ? [] : [values.key],
	tokenDelayMs: Number(values['token-delay']),
	seeing: { [standInModel]: 'images' },
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
