/** `/model set`: chooses the model for the server or for oneself. */
import { everyLocale } from '#core/i18n/translate';
import type { AutocompleteQuery, CommandAnswer, CommandInvocation, Subcommand, Suggestion } from '#ports/command';
import type { SettingsScopeKey } from '#ports/settings-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { chosenScope, scopeOption } from '../scope-option.ts';

/** The subcommand. */
export function modelSet(ports: CommandPorts): Subcommand {
	return {
		name: 'set',
		description: everyLocale('command.model.set.description'),
		answer: 'private',
		options: [
			{
				name: 'model',
				description: everyLocale('command.model.set.model'),
				kind: 'string',
				required: true,
				autocomplete: (query) => Promise.resolve(suggestModels(query, ports)),
			},
			scopeOption(everyLocale('command.model.set.scope')),
		],
		run: (invocation) => setModel(invocation, ports),
	};
}

function suggestModels(query: AutocompleteQuery, ports: CommandPorts): readonly Suggestion[] {
	const typed = query.text.trim().toLowerCase();
	return ports.model
		.models()
		.filter((model) => `${model.displayName} ${model.codename}`.toLowerCase().includes(typed))
		.map((model) => ({ name: `${model.displayName} (${model.codename})`, value: model.codename }));
}

async function setModel(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = chosenScope(invocation);
	if (scope === 'server' && !invocation.place.canManage) return scene.answer('answer.needs-manage');
	const wanted = (invocation.values.get('model') ?? '').trim();
	const chosen = ports.model.models().find((model) => model.codename === wanted);
	if (!chosen) return scene.failure({ code: 'model-unknown', model: wanted.slice(0, 50) });
	const key: SettingsScopeKey =
		scope === 'server' ? { scope: 'server', serverId: scene.workspace.id } : { scope: 'user', userId: scene.userId };
	await ports.settings.writeScope(key, { modelCodename: chosen.codename });
	return scene.answer('answer.model-saved', { model: chosen.displayName });
}
