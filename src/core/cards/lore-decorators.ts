/** The lines of orders (`@@…`) at the top of a V3 entry, which are for programs and never for a prompt. */

/** What is left of a content, and the orders that we know. */
export interface Decorated {
	readonly content: string;
	readonly scanDepth: number | null;
	readonly isConstant: boolean | null;
	readonly isEnabled: boolean | null;
}

const ORDER = /^@@+([a-z_]+)(?:\s+(\S.*))?$/;

/** Takes the orders off; those that we do not know have no effect (card specification V3). */
export function readDecorators(content: string): Decorated {
	const rows = content.trimStart().split('\n');
	const orders = new Map<string, string>();
	let taken = 0;
	for (const row of rows) {
		const [, name, value = ''] = ORDER.exec(row.trim()) ?? [];
		if (name === undefined) break;
		if (!orders.has(name)) orders.set(name, value);
		taken += 1;
	}
	const depth = orders.get('scan_depth') ?? '';
	return {
		content: rows.slice(taken).join('\n'),
		scanDepth: /^\d{1,6}$/.test(depth) ? Number(depth) : null,
		isConstant: orders.has('activate') || orders.has('constant') ? true : null,
		isEnabled: orders.has('dont_activate') ? false : null,
	};
}
