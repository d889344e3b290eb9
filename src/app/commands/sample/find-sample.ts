/** An example by its number, and suggestions while someone looks for one. */
import { everyLocale } from '#core/i18n/translate';
import type { SampleExchange } from '#domain/persona';
import type { AutocompleteQuery, CommandOption, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { suggestingScene } from '../managed-scene.ts';

/** `example`, required. */
export function sampleOption(ports: CommandPorts): CommandOption {
	return {
		name: 'example',
		description: everyLocale('command.sample.which'),
		kind: 'string',
		required: true,
		lengthMax: 100,
		autocomplete: (query) => suggestSamples(query, ports),
	};
}

/** The example of a number as `/sample list` shows it, from 1, of the persona in use; null when there is none. */
export function findSample(
	scene: CommandScene,
	number: string | undefined,
): { readonly index: number; readonly sample: SampleExchange } | null {
	if (!/^\d{1,3}$/.test(number?.trim() ?? '')) return null;
	const index = Number(number) - 1;
	const sample = scene.persona.samples[index];
	return sample ? { index, sample } : null;
}

async function suggestSamples(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const scene = await suggestingScene(query, ports);
	if (!scene) return [];
	const typed = query.text.trim().toLowerCase();
	return scene.persona.samples
		.map(({ user, persona }, index) => {
			const said = [user, persona].filter((side) => side !== null).join(' – ');
			return { name: `${index + 1} · ${said}`.replace(/\s+/g, ' '), value: String(index + 1) };
		})
		.filter(({ name }) => name.toLowerCase().includes(typed));
}
