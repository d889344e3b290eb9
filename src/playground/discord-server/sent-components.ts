/** Reads the components a bot sent: finds one to use, and fills a modal's inputs. */
import type { Json } from './payloads.ts';

/** A component a user can use. */
export interface SentComponent {
	/** 2 button, 3 string select, 5 user, 6 role, 7 mentionable, 8 channel select. */
	readonly type: number;
	readonly id: number;
	/** The values of a string select. */
	readonly options: readonly string[];
}

function isJson(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* flatten(nodes: readonly unknown[]): Generator<Json> {
	for (const node of nodes) {
		if (!isJson(node)) continue;
		yield node;
		if (Array.isArray(node['components'])) yield* flatten(node['components']);
		if (isJson(node['component'])) yield* flatten([node['component']]);
		if (isJson(node['accessory'])) yield* flatten([node['accessory']]);
	}
}

/** The component with this custom id; throws when there is none or it is disabled. */
export function findComponent(components: readonly unknown[], customId: string): SentComponent {
	const all = [...flatten(components)];
	const found = all.find((node) => node['custom_id'] === customId);
	if (found === undefined) {
		const known = all.map((node) => node['custom_id']).filter((id) => id !== undefined);
		throw new Error(`No component ${customId} on the message; it has ${known.join(', ') || 'none'}`);
	}
	if (found['disabled'] === true) throw new Error(`The component ${customId} is disabled`);
	const options = Array.isArray(found['options']) ? found['options'].filter(isJson) : [];
	return {
		type: Number(found['type']),
		id: Number(found['id'] ?? 1),
		options: options.map((option) => String(option['value'])),
	};
}

/** The custom ids of everything usable in these components, in order. */
export function componentIds(components: readonly unknown[]): string[] {
	return [...flatten(components)].flatMap((node) => (typeof node['custom_id'] === 'string' ? [node['custom_id']] : []));
}

function filledInput(input: Json, id: number, fields: Readonly<Record<string, string>>): Json {
	const customId = String(input['custom_id']);
	const value = fields[customId] ?? String(input['value'] ?? '');
	const least = Number(input['min_length'] ?? 0);
	const most = Number(input['max_length'] ?? 4000);
	if (value.length > most) throw new Error(`The modal's field ${customId} takes at most ${most} characters`);
	if (value.length < least && value !== '')
		throw new Error(`The modal's field ${customId} takes at least ${least} characters`);
	if (value === '' && input['required'] !== false) throw new Error(`The modal's field ${customId} is required`);
	if (input['type'] === 3) return { type: 3, id, custom_id: customId, values: value === '' ? [] : value.split(',') };
	return { type: 4, id, custom_id: customId, value };
}

/** A modal's components as a client submits them; throws for a field the modal does not have. */
export function fillModal(modal: Readonly<Json>, fields: Readonly<Record<string, string>>): Json[] {
	const rows = Array.isArray(modal['components']) ? modal['components'].filter(isJson) : [];
	const known = componentIds(rows);
	for (const name of Object.keys(fields)) {
		if (!known.includes(name)) throw new Error(`The modal has no field ${name}; it has ${known.join(', ')}`);
	}
	let nextId = 0;
	const id = (): number => {
		nextId += 1;
		return nextId;
	};
	return rows.flatMap((row): Json[] => {
		if (isJson(row['component'])) {
			return [{ type: 18, id: id(), component: filledInput(row['component'], id(), fields) }];
		}
		const inputs = Array.isArray(row['components']) ? row['components'].filter(isJson) : [];
		if (inputs.length === 0) return [];
		return [{ type: 1, id: id(), components: inputs.map((input) => filledInput(input, id(), fields)) }];
	});
}
