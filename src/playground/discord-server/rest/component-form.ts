/** Checks and completes the components of a message or modal: Discord's limits, and the numeric ids it gives. */
import type { APIMessageTopLevelComponent } from 'discord-api-types/v10';
import type { FormComplaint } from '../discord-error.ts';
import type { Json } from '../payloads.ts';
import { isObject } from './read-body.ts';

type Path = readonly (string | number)[];

const customIdMax = 100;
const labelMax = 80;
const optionsMax = 25;

function long(value: unknown, max: number, path: Path): FormComplaint[] {
	if (typeof value !== 'string' || value.length <= max) return [];
	return [{ path, code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` }];
}

function badLength(least: number, most: number, path: Path): FormComplaint {
	return { path, code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between ${least} and ${most} in length.` };
}

function required(node: Json, name: string, path: Path): FormComplaint[] {
	if (typeof node[name] === 'string' && node[name] !== '') return [];
	return [{ path: [...path, name], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }];
}

function complaintsAboutSelect(node: Json, path: Path): FormComplaint[] {
	const options = Array.isArray(node['options']) ? node['options'].filter(isObject) : [];
	const complaints = [
		...required(node, 'custom_id', path),
		...long(node['placeholder'], 150, [...path, 'placeholder']),
	];
	if (node['type'] !== 3) return complaints;
	if (options.length < 1 || options.length > optionsMax)
		complaints.push(badLength(1, optionsMax, [...path, 'options']));
	for (const [index, option] of options.entries()) {
		const at = [...path, 'options', index];
		complaints.push(...required(option, 'label', at), ...required(option, 'value', at));
		for (const name of ['label', 'value', 'description']) complaints.push(...long(option[name], 100, [...at, name]));
	}
	const values = options.map((option) => option['value']);
	if (new Set(values).size !== values.length) {
		complaints.push({
			path: [...path, 'options'],
			code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
			message: 'The specified option value is already used',
		});
	}
	return complaints;
}

function complaintsAboutNode(node: Json, path: Path): FormComplaint[] {
	const complaints = long(node['custom_id'], customIdMax, [...path, 'custom_id']);
	const type = Number(node['type']);
	if (type === 2) {
		complaints.push(...long(node['label'], labelMax, [...path, 'label']));
		if (Number(node['style']) < 5) complaints.push(...required(node, 'custom_id', path));
		else if (Number(node['style']) === 5) complaints.push(...required(node, 'url', path));
	}
	if ([3, 5, 6, 7, 8].includes(type)) complaints.push(...complaintsAboutSelect(node, path));
	if (type === 4) {
		complaints.push(...required(node, 'custom_id', path), ...long(node['label'], 45, [...path, 'label']));
		complaints.push(
			...long(node['placeholder'], 100, [...path, 'placeholder']),
			...long(node['value'], 4_000, [...path, 'value']),
		);
	}
	if (type === 18) {
		complaints.push(...required(node, 'label', path), ...long(node['label'], 45, [...path, 'label']));
		complaints.push(...long(node['description'], 100, [...path, 'description']));
	}
	const children = Array.isArray(node['components']) ? node['components'].filter(isObject) : [];
	if (type === 1 && (children.length < 1 || children.length > 5))
		complaints.push(badLength(1, 5, [...path, 'components']));
	for (const [index, child] of children.entries())
		complaints.push(...complaintsAboutNode(child, [...path, 'components', index]));
	if (isObject(node['component'])) complaints.push(...complaintsAboutNode(node['component'], [...path, 'component']));
	return complaints;
}

function* customIds(nodes: readonly unknown[]): Generator<string> {
	for (const node of nodes) {
		if (!isObject(node)) continue;
		if (typeof node['custom_id'] === 'string') yield node['custom_id'];
		if (Array.isArray(node['components'])) yield* customIds(node['components']);
		if (isObject(node['component'])) yield* customIds([node['component']]);
	}
}

/** What Discord would complain about in these components. */
export function complaintsAboutComponents(components: unknown): FormComplaint[] {
	if (!Array.isArray(components)) return [];
	const nodes = components.filter(isObject);
	const complaints = nodes.flatMap((node, index) => complaintsAboutNode(node, ['components', index]));
	if (nodes.every((node) => node['type'] === 1) && nodes.length > 5) complaints.push(badLength(1, 5, ['components']));
	const ids = [...customIds(nodes)];
	if (new Set(ids).size !== ids.length) {
		complaints.push({
			path: ['components'],
			code: 'COMPONENT_CUSTOM_ID_DUPLICATED',
			message: 'Component custom id cannot be duplicated',
		});
	}
	return complaints;
}

function completed(node: unknown, nextId: () => number): Json {
	if (!isObject(node)) return {};
	const complete: Json = { ...node, id: typeof node['id'] === 'number' && node['id'] !== 0 ? node['id'] : nextId() };
	for (const [key, value] of Object.entries(complete)) if (value === null || value === undefined) delete complete[key];
	if ([3, 5, 6, 7, 8].includes(Number(node['type']))) {
		complete['min_values'] ??= 1;
		complete['max_values'] ??= 1;
	}
	if (Array.isArray(node['components']))
		complete['components'] = node['components'].map((child) => completed(child, nextId));
	if (isObject(node['component'])) complete['component'] = completed(node['component'], nextId);
	if (isObject(node['accessory'])) complete['accessory'] = completed(node['accessory'], nextId);
	return complete;
}

/** The components with the ids and defaults Discord adds. */
export function completeComponents(components: readonly unknown[]): APIMessageTopLevelComponent[] {
	let last = 0;
	const nextId = (): number => {
		last += 1;
		return last;
	};
	return components.map((node) => completed(node, nextId) as unknown as APIMessageTopLevelComponent);
}
