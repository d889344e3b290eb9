/** Finds in a source file whatever can grow for as long as the process runs: fields, things of the module, and what closures hold. */
import { parseSync } from 'vite';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Classes that hold entries; those that expire bound themselves, and have a test of their own. */
const HOLDERS = /(?:^|[a-z])(?:Map|Set|Queue|Cache|List|Collection|Array)$/;
const BOUNDED: ReadonlySet<string> = new Set(['ExpiringMap']);

/** Callbacks of these have ended when they return. */
const AT_ONCE: ReadonlySet<string> = new Set([
	...['every', 'filter', 'find', 'findIndex', 'findLast', 'flatMap', 'forEach', 'from', 'groupBy', 'map', 'reduce'],
	...['reduceRight', 'replace', 'replaceAll', 'some', 'sort', 'toSorted', 'transform'],
]);

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function childrenOf(node: Node): readonly Node[] {
	return Object.values(node)
		.flatMap((value) => (Array.isArray(value) ? value : [value]))
		.filter(isNode);
}

function isFunction(node: Node): boolean {
	return ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node.type);
}

function nameOf(node: unknown): string {
	if (!isNode(node)) return '';
	if (node.type === 'MemberExpression') return nameOf(node['property']);
	const name = typeof node['name'] === 'string' ? node['name'] : '';
	return node.type === 'PrivateIdentifier' ? `#${name}` : name;
}

/** Whether the expression makes something that can be added to; what does not begin empty may be of a fixed size. */
function isHolder(value: unknown, mayBeFilled = false): boolean {
	if (!isNode(value)) return false;
	const entries = (field: string): number => (mayBeFilled ? 0 : (value[field] as readonly unknown[]).length);
	switch (value.type) {
		case 'TSAsExpression':
		case 'TSSatisfiesExpression':
			return isHolder(value['expression'], mayBeFilled);
		case 'AssignmentExpression':
		case 'LogicalExpression':
			return isHolder(value['right'], mayBeFilled);
		case 'ArrayExpression':
			return (value['elements'] as readonly unknown[]).length === 0;
		case 'ObjectExpression':
			return (value['properties'] as readonly unknown[]).length === 0;
		case 'NewExpression': {
			const made = nameOf(value['callee']);
			return HOLDERS.test(made) && !BOUNDED.has(made) && entries('arguments') === 0;
		}
		default:
			return false;
	}
}

/** Whether its type says that nothing is added to it. */
function isReadonly(declared: Node): boolean {
	return JSON.stringify(declared['typeAnnotation'] ?? null).includes('"name":"Readonly');
}

/** Whether a name is used inside a function that may be called when the one around it has returned. */
function isHeldLater(name: string, body: Node): boolean {
	const uses = (node: Node, later: boolean, atOnce: boolean): boolean => {
		if (later && node.type === 'Identifier' && node['name'] === name) return true;
		const inside = later || (isFunction(node) && !atOnce);
		const callsAtOnce = node.type === 'CallExpression' && AT_ONCE.has(nameOf(node['callee']));
		return childrenOf(node).some((child) => uses(child, inside, callsAtOnce));
	};
	return childrenOf(body).some((child) => uses(child, false, false));
}

/** Names of what is kept, in the order of the file. */
export function keptStores(path: string, text: string): readonly string[] {
	const { program } = parseSync(path, text);
	const found = new Set<string>();
	const look = (node: Node, around: Node | null): void => {
		if (node.type === 'PropertyDefinition' && !isReadonly(node) && isHolder(node['value'], true)) {
			found.add(nameOf(node['key']));
		}
		if (node.type === 'AssignmentExpression' && isHolder(node['right'])) {
			const target = node['left'] as Node;
			if (target.type === 'MemberExpression') found.add(nameOf(target));
		}
		if (node.type === 'VariableDeclarator') {
			const id = node['id'] as Node;
			const isOfModule = around === null && !isReadonly(id) && isHolder(node['init'], true);
			if (isOfModule || (around !== null && isHolder(node['init']) && isHeldLater(nameOf(id), around))) {
				found.add(nameOf(id));
			}
		}
		const inside = isFunction(node) ? node : around;
		for (const child of childrenOf(node)) look(child, inside);
	};
	look(program as unknown as Node, null);
	return [...found];
}
