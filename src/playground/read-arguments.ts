/** Reads the playground's command line. */
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#lib/result';

/** The kinds of provider that the bot knows. */
export type PlaygroundProvider = 'novelai' | 'custom';

/** What the playground was asked to do. */
export interface PlaygroundArguments {
	/** A line to say in #general; null for none. */
	readonly say: string | null;
	/** Print the reply and end. */
	readonly once: boolean;
	/** Begin with nothing and keep nothing. */
	readonly fresh: boolean;
	/** Where the bot keeps what it learns; null for data/playground. */
	readonly data: string | null;
	/** Where the page is wished, 1 to 65,535. */
	readonly port: number;
	/** The port was named, so that no other will do. */
	readonly portIsNamed: boolean;
	/** Who answers: NovelAI or its stand-in, or the stand-in for OpenAI-compatible servers. */
	readonly provider: PlaygroundProvider;
	readonly help: boolean;
}

/** The page's port when none is named. */
const defaultPort = 3210;

/** What `--help` prints. */
export const usage = `Talk to Tomori without a Discord account.

  npx bun@1.4.5 run playground                            a page to talk on
  npx bun@1.4.5 run playground --say "Hello" --once       one line, one reply, the end

  --say TEXT       says TEXT to Tomori as Ellen in #general
  --once           prints the reply and ends; needs --say
  --fresh          begins with nothing and keeps nothing
  --data DIR       keeps what Tomori learns in DIR in place of data/playground
  --port N         where the page is served (${defaultPort})
  --provider NAME  who answers: novelai, or custom for a stand-in of an
                   OpenAI-compatible server (novelai)

With NOVELAI_API_KEY set, the real NovelAI answers in place of the stand-in.`;

/** The arguments, or one sentence on what is wrong with them. */
export function readArguments(words: readonly string[]): Result<PlaygroundArguments, string> {
	try {
		const { values } = parseArgs({
			args: [...words],
			options: {
				say: { type: 'string' },
				once: { type: 'boolean', default: false },
				fresh: { type: 'boolean', default: false },
				data: { type: 'string' },
				port: { type: 'string' },
				provider: { type: 'string', default: 'novelai' },
				help: { type: 'boolean', default: false },
			},
		});
		const port = Number(values.port ?? defaultPort);
		if (!Number.isInteger(port) || port < 1 || port > 65_535) return err('--port needs a number from 1 to 65535.');
		if (values.fresh && values.data !== undefined)
			return err('--fresh keeps nothing, so it cannot be used with --data.');
		const say = values.say ?? null;
		if (say !== null && say.trim() === '') return err('--say needs a text.');
		if (values.once && say === null) return err('--once needs a line to say: --say "Hello" --once.');
		const { once, fresh, help, provider, data = null } = values;
		if (provider !== 'novelai' && provider !== 'custom') return err('--provider is novelai or custom.');
		return ok({ say, once, fresh, data, port, portIsNamed: values.port !== undefined, provider, help });
	} catch (error) {
		return err(error instanceof Error ? error.message : String(error));
	}
}
