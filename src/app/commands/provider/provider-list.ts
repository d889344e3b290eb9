/** `/provider list`: the endpoints that are stored, without their keys. */
import { everyLocale } from '#core/i18n/translate';
import { type CustomProvider, customCodename } from '#domain/custom-provider';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { shortened } from '../shortened.ts';

const shownAddressMax = 100;
const shownModelMax = 80;

/** The subcommand. */
export function providerList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.provider.list.description'),
		answer: 'private',
		options: [],
		run: (invocation) => listProviders(invocation, ports),
	};
}

/** People see their own; who manages the server sees the server's too. */
async function listProviders(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	const own = await ports.customProviders.listProviders({ kind: 'personal', userId: scene.userId });
	const shared = place.canManage
		? await ports.customProviders.listProviders({ kind: 'server', serverId: scene.workspace.id })
		: [];
	const title = scene.say('answer.providers-title');
	const fields = [
		...own.map((provider) => field(provider, scene.say('answer.keys-own'), scene)),
		...shared.map((provider) => field(provider, scene.say('answer.keys-server'), scene)),
	];
	return { text: '', card: { title, fields, ...(fields.length > 0 ? {} : { description: scene.say('answer.none') }) } };
}

function field(provider: CustomProvider, whose: string, scene: CommandScene) {
	const { name, baseUrl, model, windowTokens, outputTokensMax, capabilities } = provider;
	const abilities = [
		capabilities.seesImages ? scene.say('answer.provider-images') : [],
		capabilities.seesVideos ? scene.say('answer.provider-videos') : [],
		capabilities.hasTools ? scene.say('answer.provider-tools') : [],
	].flat();
	const limits = scene.say('answer.provider-limits', {
		window: windowTokens.toLocaleString(scene.locale),
		output: outputTokensMax.toLocaleString(scene.locale),
	});
	return {
		name: `${whose} · ${customCodename(name)}`,
		value: [
			shortened(baseUrl, shownAddressMax),
			[shortened(model, shownModelMax), limits, ...abilities].join(' · '),
		].join('\n'),
	};
}
