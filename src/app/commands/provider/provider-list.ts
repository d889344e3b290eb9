/** `/provider list`: the endpoints that are stored, without their keys. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { resolveSettings } from '#core/settings/resolve-settings';
import { type CustomProvider, customCodename } from '#domain/custom-provider';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { scopeOf } from '../model-scope.ts';
import type { ChosenScope } from '../scope-option.ts';
import { shortened } from '../shortened.ts';

/** In characters; so the longest endpoints of both scopes fit one card. */
const shownAddressMax = 76;
const shownModelMax = 50;

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
		...own.map((provider) => field({ provider, kind: 'personal' }, scene)),
		...shared.map((provider) => field({ provider, kind: 'server' }, scene)),
	];
	return { text: '', card: { title, fields, ...(fields.length > 0 ? {} : { description: scene.say('answer.none') }) } };
}

interface ListedProvider {
	readonly provider: CustomProvider;
	/** The scope that it belongs to. */
	readonly kind: ChosenScope;
}

function field({ provider, kind }: ListedProvider, scene: CommandScene) {
	const whose = scene.say(kind === 'personal' ? 'answer.keys-own' : 'answer.keys-server');
	const { row } = scopeOf(scene, kind);
	const { name, baseUrl, model, windowTokens, outputTokensMax, capabilities } = provider;
	const abilities = [
		capabilities.seesImages ? scene.say('answer.provider-images') : [],
		capabilities.seesVideos ? scene.say('answer.provider-videos') : [],
		capabilities.hasTools ? scene.say(toolsKey(kind, scene)) : [],
		row.visionModel === customCodename(name) ? scene.say('answer.provider-vision') : [],
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

/** How tools are called is a setting (seed: `verbatim_tool_calling_enabled`): what holds here where the scope serves. */
function toolsKey(kind: ChosenScope, { scopes }: CommandScene): MessageKey {
	const { verbatimToolCallingEnabled } = resolveSettings(scopes, kind);
	return verbatimToolCallingEnabled ? 'answer.provider-tools-verbatim' : 'answer.provider-tools';
}
