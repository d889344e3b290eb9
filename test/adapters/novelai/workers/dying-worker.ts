/** A preparation worker that starts well and dies at prompts for the model `dies`, hangs at `hangs`, and refuses others. */
import type { PrepareOrder, PrepareReport } from '#core/novelai/request/prepare-messages';

declare const self: Worker;

function report(message: PrepareReport): void {
	self.postMessage(message);
}

self.onmessage = (event: MessageEvent<PrepareOrder>) => {
	const order = event.data;
	if (order.kind === 'start') {
		report({ kind: 'ready', missingFamilies: [] });
		return;
	}
	const { codename } = order.request;
	if (codename === 'hangs') return;
	if (codename === 'dies') throw new Error('This worker dies on purpose.');
	report({ kind: 'prepared', id: order.id, result: { ok: false, error: { code: 'model-unknown', model: codename } } });
};
