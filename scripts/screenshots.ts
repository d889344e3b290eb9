/** Takes the README's picture of the playground with Debian's Chromium: bun run screenshots [folder]. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPlayground } from '#playground/start-playground';
import { type ChromiumPage, startChromium } from './screenshots/chromium.ts';
import { playConversation } from './screenshots/conversation.ts';

const program = Bun.which('chromium') ?? Bun.which('chromium-browser') ?? Bun.which('google-chrome');
const pictureFolder = process.argv[2] ?? fileURLToPath(new URL('../docs/images', import.meta.url));
const isForReadme = process.argv[2] === undefined;

async function take(page: ChromiumPage, name: string): Promise<void> {
	await Bun.write(join(pictureFolder, `${name}.png`), await page.picture());
	console.log(`${name}.png`);
}

async function takeFurther(page: ChromiumPage, url: string): Promise<void> {
	await page.evaluate("document.getElementById('message-field').focus()");
	await page.type('/mo');
	await page.until("document.querySelector('.completion-item') !== null");
	await take(page, 'commands');
	await page.press('Escape');
	await page.evaluate("document.getElementById('message-field').select()");
	await page.type('/model set ');
	await page.until("document.querySelector('.command-form input') !== null");
	await Bun.sleep(600);
	await take(page, 'options');
	await page.press('Escape');
	await page.press('Escape');
	await page.type('/model show ');
	await page.press('Enter');
	await page.until("document.querySelector('.message.ephemeral .embed, .message.ephemeral .markdown') !== null");
	await take(page, 'private');
	await page.open(url, { width: 390, height: 844, scale: 1 });
	await take(page, 'narrow');
	await page.evaluate("document.body.classList.add('sidebar-open')");
	await Bun.sleep(300);
	await take(page, 'narrow-channels');
	await page.open(url, { width: 1024, height: 700, scale: 1 });
	await page.evaluate("document.querySelector('.rail-button').click()");
	await page.until("document.querySelector('.welcome h1').textContent === 'Tomori'");
	await take(page, 'direct');
}

if (program === null) throw new Error('No Chromium here: apt-get install chromium');
const dataDirectory = await mkdtemp(join(tmpdir(), 'tomori-pictures-'));
await mkdir(pictureFolder, { recursive: true });
const playground = await startPlayground({
	environment: process.env,
	dataDirectory,
	pagePort: 0,
	tokenDelayMs: 0,
	tell: console.log,
	signal: new AbortController().signal,
});
const chromium = await startChromium(program);
try {
	await playConversation(playground);
	const url = playground.page?.url ?? '';
	await chromium.page.open(url, { width: 1440, height: 900, scale: isForReadme ? 2 : 1 });
	await chromium.page.until("document.querySelectorAll('.message').length > 4");
	await take(chromium.page, 'playground');
	if (!isForReadme) await takeFurther(chromium.page, url);
} finally {
	await chromium.stop();
	await playground.stop();
	await rm(dataDirectory, { recursive: true, force: true });
}
process.exit(0);
