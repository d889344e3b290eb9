/** The panel on the right: the last prompt the model was sent, with what it cost and the parameters beside it. */
import type { PagePrompt } from '#playground/page-protocol';
import { byId, element, refill } from './dom.ts';
import type { PageState } from './page-state.ts';
import { type PromptBlock, promptBlocks } from './prompt-blocks.ts';
import { clockTime } from './time-text.ts';

const numberFormat = new Intl.NumberFormat();

/** Fields of a request that the panel shows elsewhere or that hold the prompt again. */
const shownElsewhere = new Set(['prompt', 'input', 'model', 'parameters', 'stream']);

function blockView(block: PromptBlock): HTMLElement {
	return element(
		'div',
		{ class: `prompt-block role-${block.role}` },
		...block.pieces.map((piece) =>
			piece.kind === 'text' ? piece.text : element('span', { class: `prompt-${piece.kind}` }, piece.text),
		),
	);
}

function fact(name: string, value: string): HTMLElement {
	return element('div', { class: 'fact' }, element('dt', {}, name), element('dd', {}, value));
}

function countText(prompt: PagePrompt): string {
	if (prompt.tokenCount === null) return 'not counted';
	const about = prompt.countIsExact ? '' : 'about ';
	const window = prompt.windowTokens === null ? '' : ` of ${numberFormat.format(prompt.windowTokens)}`;
	return `${about}${numberFormat.format(prompt.tokenCount)}${window}`;
}

function windowBar(prompt: PagePrompt): HTMLElement | null {
	if (prompt.tokenCount === null || prompt.windowTokens === null) return null;
	const bar = element('div', { class: 'window-bar' }, element('div', {}));
	const share = Math.min(1, prompt.tokenCount / prompt.windowTokens);
	bar.style.setProperty('--share', `${Math.max(0.5, share * 100)}%`);
	return bar;
}

function parametersView(prompt: PagePrompt): HTMLElement {
	const nested = prompt.parameters['parameters'];
	const flat: Record<string, unknown> =
		typeof nested === 'object' && nested !== null ? { ...prompt.parameters, ...nested } : { ...prompt.parameters };
	const shown = Object.entries(flat).filter(([name]) => !shownElsewhere.has(name));
	return element(
		'details',
		{ class: 'parameters' },
		element('summary', {}, `Parameters (${shown.length})`),
		element(
			'table',
			{},
			...shown.map(([name, value]) =>
				element('tr', {}, element('th', {}, name), element('td', {}, JSON.stringify(value))),
			),
		),
	);
}

function emptyText(state: PageState): string {
	if (state.voice.kind === 'novelai') {
		return 'With a real key the prompt goes straight to NovelAI and does not pass this page. Point at a reply, press Apps and choose “Show prompt”.';
	}
	return 'Nothing was sent to the model yet. Say something, and the exact prompt appears here.';
}

/** Draws the panel. */
export function drawPromptPanel(state: PageState): void {
	const { prompt } = state;
	const root = byId('prompt-panel');
	if (prompt === null) {
		refill(root, element('h2', {}, 'Last prompt'), element('p', { class: 'panel-empty' }, emptyText(state)));
		return;
	}
	const text = element(
		'div',
		{ class: 'prompt-text', attributes: { tabindex: '0' } },
		...promptBlocks(prompt.text).map(blockView),
	);
	refill(
		root,
		element('h2', {}, 'Last prompt', element('time', {}, clockTime(prompt.atMs))),
		element(
			'dl',
			{ class: 'facts' },
			fact('Model', prompt.model),
			fact('Prompt tokens', countText(prompt)),
			fact('Reply tokens', numberFormat.format(prompt.outputTokens)),
		),
		windowBar(prompt),
		parametersView(prompt),
		text,
	);
	text.scrollTop = text.scrollHeight;
}
