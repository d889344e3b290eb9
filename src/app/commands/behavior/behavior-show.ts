/** `/behavior show`: the General Behavior panel. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { profileOf } from '#core/novelai/profiles/profile-of';
import type { HumanizerDegree } from '#domain/settings';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { scopeOf } from '../model-scope.ts';
import { BEHAVIOR_SETTINGS } from './behavior-settings.ts';

/** The subcommand. */
export function behaviorShow(ports: CommandPorts): Subcommand {
	return {
		name: 'show',
		description: everyLocale('command.behavior.show.description'),
		answer: 'private',
		options: [],
		run: (invocation) => showBehavior(invocation, ports),
	};
}

async function showBehavior(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const values = shownValues(scene);
	const notice = inactiveNotice(scene);
	return {
		text: '',
		card: {
			title: scene.say('answer.behavior-title'),
			...(notice === null ? {} : { description: notice }),
			fields: BEHAVIOR_SETTINGS.map(({ name, label }) => {
				return { name: `${scene.say(label)} · \`${name}\``, value: values[name] ?? scene.say('answer.none') };
			}),
		},
	};
}

/**
 * What stays stored without effect while the workspace's own text model is NovelAI's, whatever a person has chosen for
 * themselves; null for other providers' models.
 */
export function inactiveNotice(scene: CommandScene): string | null {
	const { modelCodename } = scopeOf(scene, 'server').effective;
	return profileOf(modelCodename) === null ? null : scene.say('answer.behavior-novelai');
}

const DEGREE_NAMES: Readonly<Record<HumanizerDegree, MessageKey>> = {
	0: 'answer.degree-whole',
	1: 'answer.degree-paragraphs',
	2: 'answer.degree-long-paragraphs',
	3: 'answer.degree-sentences',
};

/** What is in effect here for the asker, by setting. */
function shownValues(scene: CommandScene): Readonly<Record<string, string>> {
	const { settings, scopes } = scene;
	const { humanizerDegree: degree, messageFetchLimit, zone, thinkingLevel, personalServerFallback } = settings;
	const language = scopes.user?.language ?? settings.language;
	return {
		humanizer_degree: `${degree} · ${scene.say(DEGREE_NAMES[degree])}`,
		message_fetch_limit: messageFetchLimit.toLocaleString(scene.locale),
		language: language ?? scene.say('answer.language-of-discord'),
		zone,
		thinking_level: thinkingLevel,
		personal_server_fallback: scene.say(personalServerFallback ? 'command.choice.yes' : 'command.choice.no'),
	};
}
