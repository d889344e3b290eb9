/** `/provider test`: asks an endpoint whether it answers. */
import { servingKeys } from '#app/chat/choose-credential';
import { everyLocale } from '#core/i18n/translate';
import { type CustomProvider, customCodename } from '#domain/custom-provider';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { KeyFacts } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { modelScope } from '../model-scope.ts';
import { shortened } from '../shortened.ts';
import { findNamed } from './find-named.ts';
import { presentName, providerScope } from './provider-options.ts';

const shownModelMax = 100;

/** The subcommand. */
export function providerTest(ports: CommandPorts): Subcommand {
	return {
		name: 'test',
		description: everyLocale('command.provider.test.description'),
		answer: 'private',
		options: [presentName(ports), providerScope()],
		run: (invocation) => testProvider(invocation, ports),
	};
}

async function testProvider(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { signal } = invocation;
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const found = await findNamed(invocation, scope.owner, ports);
	if (!found.ok) return scene.answer(found.error.key, found.error.parameters);
	const { workspace, userId } = scene;
	const query = { scope: scope.kind, workspace, userId, provider: customCodename(found.value.name) };
	const key = (await servingKeys(query, ports, ports.operator))[0];
	if (!key) return scene.failure({ code: 'key-rejected' });
	const checked = await ports.model.checkCredential(key.credential, signal);
	return checked.ok ? sentence(found.value, checked.value, scene) : scene.failure(checked.error);
}

function sentence({ name, model }: CustomProvider, { models }: KeyFacts, scene: CommandScene): CommandAnswer {
	const shown = { name, model: shortened(model, shownModelMax) };
	if (models.length === 0) return scene.answer('answer.provider-answers', shown);
	if (models.includes(model)) return scene.answer('answer.provider-works', shown);
	return scene.answer('answer.provider-model-missing', { ...shown, count: models.length });
}
