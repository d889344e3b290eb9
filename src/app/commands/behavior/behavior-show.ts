/** `/behavior show`: the General Behavior panel. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { CONTEXT_NOTE_LIMITS, type HumanizerDegree } from '#domain/settings';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { shownStop } from '../model/stop-strings.ts';
import { shortened } from '../shortened.ts';
import { ANSWERING_SETTINGS } from './answering-settings.ts';
import { answeringValues } from './answering-values.ts';
import { speaksThroughNovelai } from './apply-setting.ts';
import { TALK_SETTINGS } from './behavior-settings.ts';
import type { AnySetting } from './setting-kinds.ts';

/** The panel's parts, since one card holds 25 fields. */
export const PARTS = [
	{ name: 'talk', label: 'command.behavior.part.talk', settings: TALK_SETTINGS },
	{ name: 'answering', label: 'command.behavior.part.answering', settings: ANSWERING_SETTINGS },
] as const satisfies readonly { name: string; label: MessageKey; settings: readonly AnySetting[] }[];

/** UTF-16 units of a text of one's own: the whole panel may hold 6,000. */
const shownTextMax = 120;

/** The subcommand. */
export function behaviorShow(ports: CommandPorts): Subcommand {
	return {
		name: 'show',
		description: everyLocale('command.behavior.show.description'),
		answer: 'private',
		options: [
			{
				name: 'part',
				description: everyLocale('command.behavior.show.part'),
				kind: 'string',
				required: false,
				choices: PARTS.map(({ name, label }) => ({ value: name, label: everyLocale(label) })),
			},
		],
		run: (invocation) => showBehavior(invocation, ports),
	};
}

async function showBehavior(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const chosen = PARTS.find(({ name }) => name === invocation.values.get('part')) ?? PARTS[0];
	const isTalk = chosen.name === 'talk';
	const values = isTalk ? shownValues(scene) : await answeringValues(scene, invocation.place, ports);
	const notice = isTalk ? inactiveNotice(scene) : null;
	return {
		text: '',
		card: {
			title: `${scene.say('answer.behavior-title')} · ${scene.say(chosen.label)}`,
			...(notice === null ? {} : { description: notice }),
			fields: chosen.settings.map(({ name, label }) => {
				return { name: `${scene.say(label)} · \`${name}\``, value: values[name] ?? scene.say('answer.none') };
			}),
		},
	};
}

/** What stays stored without effect while the workspace's own text model is NovelAI's; null for other models. */
export function inactiveNotice(scene: CommandScene): string | null {
	return speaksThroughNovelai(scene) ? scene.say('answer.behavior-novelai') : null;
}

const DEGREE_NAMES: Readonly<Record<HumanizerDegree, MessageKey>> = {
	0: 'answer.degree-whole',
	1: 'answer.degree-paragraphs',
	2: 'answer.degree-long-paragraphs',
	3: 'answer.degree-sentences',
};

/** What is in effect here for the asker, by setting. */
function shownValues(scene: CommandScene): Readonly<Record<string, string | null>> {
	const { settings, scopes } = scene;
	const { humanizerDegree: degree, messageFetchLimit, zone, thinkingLevel, personalServerFallback } = settings;
	const language = scopes.user?.language ?? settings.language;
	const onOff = (isOn: boolean): string => scene.say(isOn ? 'command.choice.yes' : 'command.choice.no');
	const ownZone = settings.personalZone === zone ? '' : ` · ${scene.say('command.scope.personal')}: `;
	return {
		humanizer_degree: `${degree} · ${scene.say(DEGREE_NAMES[degree])}`,
		message_fetch_limit: messageFetchLimit.toLocaleString(scene.locale),
		language: language ?? scene.say('answer.language-of-discord'),
		zone: ownZone === '' ? zone : `${zone}${ownZone}${settings.personalZone}`,
		thinking_level: thinkingLevel,
		personal_server_fallback: onOff(personalServerFallback),
		system_prompt: shownText(settings.systemPrompt),
		channel_prompt: shownText(settings.channelPrompt?.text ?? null),
		channel_prompt_mode: scopes.channel?.promptMode ?? 'append',
		persona_prompt: shownText(settings.personaPrompt),
		context_note: shownText(settings.contextNotes.map(({ text }) => text).join(' · ')),
		context_note_depth: [...new Set(depthsOf(scene))].join(' · '),
		time_awareness_enabled: onOff(settings.timeAwarenessEnabled),
		uncensor_unicode_space_enabled: onOff(settings.uncensorUnicodeSpaceEnabled),
		uncensor_sanitize_enabled: onOff(settings.uncensorSanitizeEnabled),
		verbatim_tool_calling_enabled: onOff(settings.verbatimToolCallingEnabled),
		vision_model: settings.visionModel,
		conditioning_enabled: onOff(settings.conditioningEnabled),
		llm_stop_strings: shownText(settings.stopStrings.map(shownStop).join(' · ')),
		llm_stop_speaker_pattern_enabled: onOff(settings.speakerStopEnabled),
	};
}

/** Null where there is none. */
function shownText(text: string | null): string | null {
	return text === null || text.trim() === '' ? null : shortened(text, shownTextMax);
}

/** Of the notes in effect; where there is none, what a note would get. */
function depthsOf({ settings, scopes }: CommandScene): readonly number[] {
	const { contextNotes } = settings;
	if (contextNotes.length > 0) return contextNotes.map(({ depth }) => depth);
	const { channel, persona, server } = scopes;
	return [
		channel?.contextNoteDepth ??
			persona?.contextNoteDepth ??
			server?.contextNoteDepth ??
			CONTEXT_NOTE_LIMITS.depthDefault,
	];
}
