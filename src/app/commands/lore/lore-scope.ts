/** The option that says whose lore is meant. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import type { LineageId } from '#domain/ids';
import type { CommandInvocation, CommandOption } from '#ports/command';
import type { CommandScene } from '../command-scene.ts';

/** `scope: server/persona`, optional. */
export function loreScopeOption(description: MessageKey): CommandOption {
	return {
		name: 'scope',
		description: everyLocale(description),
		kind: 'string',
		required: false,
		choices: [
			{ value: 'server', label: everyLocale('command.scope.server') },
			{ value: 'persona', label: everyLocale('command.scope.persona') },
		],
	};
}

/** The persona's lineage, or null for the server's, which is meant when neither scope nor persona was chosen. */
export function chosenLineage({ values }: CommandInvocation, scene: CommandScene): LineageId | null {
	const scope = values.get('scope') ?? (values.has('persona') ? 'persona' : 'server');
	return scope === 'persona' ? scene.persona.lineageId : null;
}
