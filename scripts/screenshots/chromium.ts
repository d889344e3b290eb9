/** Drives a headless Chromium by its DevTools protocol: open a page, wait, click, and take its picture. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const flags = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--hide-scrollbars',
	'--lang=en-US',
	'--remote-debugging-port=0',
];
const waitMs = 20_000;
const beatMs = 50;

interface Answer {
	readonly id?: number;
	readonly result?: Readonly<Record<string, unknown>>;
	readonly error?: { readonly message: string };
}

/** One page of the browser. */
export class ChromiumPage {
	readonly #socket: WebSocket;
	readonly #waiting = new Map<number, (answer: Answer) => void>();
	#lastId = 0;

	private constructor(socket: WebSocket) {
		this.#socket = socket;
		socket.addEventListener('message', ({ data }) => {
			const answer = JSON.parse(String(data)) as Answer;
			if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
		});
	}

	static async connect(url: string): Promise<ChromiumPage> {
		const socket = new WebSocket(url);
		await new Promise((resolve, reject) => {
			socket.addEventListener('open', resolve, { once: true });
			socket.addEventListener('error', reject, { once: true });
		});
		return new ChromiumPage(socket);
	}

	/** Calls a method of the protocol. */
	async call(
		method: string,
		parameters: Readonly<Record<string, unknown>> = {},
	): Promise<Readonly<Record<string, unknown>>> {
		this.#lastId += 1;
		const id = this.#lastId;
		const { promise, resolve } = Promise.withResolvers<Answer>();
		this.#waiting.set(id, resolve);
		this.#socket.send(JSON.stringify({ id, method, params: parameters }));
		const answer = await promise;
		this.#waiting.delete(id);
		if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
		return answer.result ?? {};
	}

	/** Evaluates an expression in the page. */
	async evaluate(expression: string): Promise<unknown> {
		const { result, exceptionDetails } = await this.call('Runtime.evaluate', {
			expression,
			returnByValue: true,
			awaitPromise: true,
		});
		if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
		return (result as { readonly value?: unknown }).value;
	}

	/** Waits until an expression is true in the page. */
	async until(expression: string): Promise<void> {
		const endsAtMs = Date.now() + waitMs;
		while ((await this.evaluate(expression)) !== true) {
			if (Date.now() > endsAtMs) throw new Error(`The page never came to: ${expression}`);
			await Bun.sleep(beatMs);
		}
	}

	/** Opens an address at a size in CSS pixels. */
	async open(
		url: string,
		size: { readonly width: number; readonly height: number; readonly scale: number },
	): Promise<void> {
		const { width, height, scale } = size;
		await this.call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false });
		await this.call('Page.navigate', { url });
		await this.until("document.querySelector('.message, .welcome') !== null");
	}

	/** Types into whatever has the focus. */
	async type(text: string): Promise<void> {
		await this.call('Input.insertText', { text });
	}

	/** Presses a key such as `Enter`. */
	async press(key: string): Promise<void> {
		const text = key === 'Enter' ? { text: '\r' } : {};
		const codes: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, Escape: 27, Backspace: 8, ArrowDown: 40 };
		const common = { key, code: key, windowsVirtualKeyCode: codes[key] ?? 0 };
		await this.call('Input.dispatchKeyEvent', { type: 'keyDown', ...common, ...text });
		await this.call('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
	}

	/** The page's picture as PNG. */
	async picture(): Promise<Uint8Array> {
		const { data } = await this.call('Page.captureScreenshot', { format: 'png' });
		return Buffer.from(String(data), 'base64');
	}
}

/** A running browser with one page. */
export interface Chromium {
	readonly page: ChromiumPage;
	stop(): Promise<void>;
}

async function readAddress(stderr: ReadableStream<Uint8Array>): Promise<string> {
	let text = '';
	const decoder = new TextDecoder();
	for await (const bytes of stderr) {
		text += decoder.decode(bytes, { stream: true });
		const address = /DevTools listening on (ws:\/\/\S+)/.exec(text)?.[1];
		if (address !== undefined) return address;
	}
	throw new Error(`Chromium did not start:\n${text}`);
}

/** Starts Chromium with a profile of its own, which is removed at the end. */
export async function startChromium(program: string): Promise<Chromium> {
	const profile = await mkdtemp(join(tmpdir(), 'tomori-chromium-'));
	const browser = Bun.spawn([program, ...flags, `--user-data-dir=${profile}`, 'about:blank'], {
		stdout: 'ignore',
		stderr: 'pipe',
	});
	const { host } = new URL(await readAddress(browser.stderr));
	const targets = (await (await fetch(`http://${host}/json`)).json()) as {
		type: string;
		webSocketDebuggerUrl: string;
	}[];
	const target = targets.find(({ type }) => type === 'page');
	if (target === undefined) throw new Error('Chromium has no page.');
	const page = await ChromiumPage.connect(target.webSocketDebuggerUrl);
	await page.call('Page.enable');
	return {
		page,
		stop: async () => {
			browser.kill();
			await browser.exited;
			await rm(profile, { recursive: true, force: true });
		},
	};
}
