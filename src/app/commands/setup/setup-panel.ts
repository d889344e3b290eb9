/** The panel of the set-up: one step, how it stands, and what can be done about it. */
import type { MessageKey } from '#core/i18n/locales/en';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { Snowflake } from '#domain/ids';
import { LOCALES } from '#domain/locale';
import { NOVELAI_PROVIDER } from '#domain/provider-name';
import type { MessageButton } from '#domain/reply';
import type { AnswerMenu, CommandAnswer, CommandPlace } from '#ports/command';
import { LANGUAGE_NAMES } from '../behavior/language.ts';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { offeredModels } from '../model/offered-models.ts';
import { DEFAULT_VALUE } from '../model/parameter-values.ts';
import { capabilities } from '../model/suggest-models.ts';
import { keysOf, scopeOf } from '../model-scope.ts';
import { type SetupStep, setupId, stepsOf } from './setup-steps.ts';

/** Channels that the panel can have answered unasked. */
export const setupChannelsMax = 10;

/** Channels that one field of a card has room for. */
const shownChannelsMax = 40;

/** What a panel is made for. */
export interface SetupView {
	readonly place: CommandPlace;
	readonly scene: CommandScene;
	readonly step: SetupStep;
	/** What came of the last press, above everything else. */
	readonly note?: string;
}

/** What differs between the steps. */
interface StepBody {
	readonly now: string | null;
	readonly menu?: AnswerMenu;
	readonly form?: Pick<MessageButton, 'emoji' | 'label'>;
}

const TITLES: Readonly<Record<SetupStep, MessageKey>> = {
	key: 'answer.setup-key-title',
	model: 'answer.setup-model-title',
	persona: 'answer.setup-persona-title',
	language: 'answer.setup-language-title',
	channels: 'answer.setup-channels-title',
	done: 'answer.setup-done-title',
};

const TEXTS: Readonly<Record<SetupStep, MessageKey>> = {
	key: 'answer.setup-key-text',
	model: 'answer.setup-model-text',
	persona: 'answer.setup-persona-text',
	language: 'answer.setup-language-text',
	channels: 'answer.setup-channels-text',
	done: 'answer.setup-done-text',
};

/** One step as an answer. */
export async function setupPanel(view: SetupView, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, scene, step, note } = view;
	const steps = stepsOf(place, ports.readsContent);
	const at = Math.max(0, steps.indexOf(step));
	const { now, menu, form } = await BODIES[step](view, ports);
	const title = scene.say(TITLES[step]);
	const count = steps.length - 1;
	const lines = [
		note ?? null,
		scene.say(TEXTS[step], { name: escapeMarkdown(scene.persona.name) }),
		now === null ? null : scene.say('answer.setup-now', { value: now }),
	];
	return {
		text: '',
		card: {
			title: step === 'done' ? title : scene.say('answer.setup-step', { step: at + 1, count, title }),
			description: lines.filter((line) => line !== null).join('\n\n'),
			fields: step === 'done' ? await summary(view, ports) : [],
		},
		...(menu === undefined ? {} : { menu }),
		buttons: buttonsOf({ ...view, form: form ?? null, before: steps[at - 1], after: steps[at + 1] }),
	};
}

interface Buttons extends SetupView {
	readonly form: NonNullable<StepBody['form']> | null;
	readonly before: SetupStep | undefined;
	readonly after: SetupStep | undefined;
}

function buttonsOf({ scene, step, form, before, after }: Buttons): readonly MessageButton[] {
	const toForm = form && { ...form, id: setupId(step, 'form'), isEnabled: true, isPrimary: true };
	const back = before && {
		id: setupId(before, 'show'),
		emoji: '◀️',
		label: scene.say('answer.setup-back'),
		isEnabled: true,
	};
	const next = after && {
		id: setupId(after, 'show'),
		emoji: '▶️',
		label: scene.say('answer.setup-next'),
		isEnabled: true,
	};
	return [toForm, back, next].filter((button) => button !== null && button !== undefined);
}

/** The scope that the set-up changes: a server's, or a person's own in direct messages. */
export function setupScope(place: CommandPlace): 'server' | 'personal' {
	return place.guildId === null ? 'personal' : 'server';
}

const BODIES: Readonly<Record<SetupStep, (view: SetupView, ports: CommandPorts) => Promise<StepBody>>> = {
	key: async (view, ports) => ({
		now: await keyLine(view, ports),
		form: { emoji: '🔑', label: view.scene.say('answer.setup-enter-key') },
	}),
	model: modelBody,
	persona: async ({ scene }) => ({
		now: escapeMarkdown(scene.persona.name),
		form: { emoji: '✏️', label: scene.say('answer.setup-rename') },
	}),
	language: async ({ scene }) => ({ now: languageLine(scene), menu: languageMenu(scene) }),
	channels: channelsBody,
	done: async () => ({ now: null }),
};

async function keyLine({ scene, place }: SetupView, ports: CommandPorts): Promise<string> {
	const scope = scopeOf(scene, setupScope(place));
	const keys = await keysOf({ scope, provider: NOVELAI_PROVIDER }, scene, ports);
	return keys.length === 0 ? scene.say('answer.none') : scene.say('answer.setup-keys', { count: keys.length });
}

async function modelBody({ scene, place }: SetupView, ports: CommandPorts): Promise<StepBody> {
	const { owner, effective } = scopeOf(scene, setupScope(place));
	const models = await offeredModels(owner, ports);
	const current = models.find(({ codename }) => codename === effective.modelCodename);
	const offers = models.map((model) => ({
		value: model.codename,
		label: model.displayName,
		details: [
			capabilities(model, scene.locale),
			model.windows.map(({ tier }) => tier).join('/'),
			...(model.available ? [] : [scene.say('answer.model-no-tokenizer')]),
		]
			.filter((part) => part !== '')
			.join(' · '),
	}));
	const chosen = [effective.modelCodename];
	const menu = { id: setupId('model', 'choose'), hint: scene.say('answer.setup-model-title'), offers, chosen };
	return { now: current?.displayName ?? effective.modelCodename, menu: { ...menu, ...ONE } };
}

const ONE = { choicesMin: 1, choicesMax: 1 } as const;

function languageLine(scene: CommandScene): string {
	const { language } = scene.settings;
	return scene.say(language === null ? 'answer.language-of-discord' : LANGUAGE_NAMES[language]);
}

function languageMenu(scene: CommandScene): AnswerMenu {
	const offers = [
		{ value: DEFAULT_VALUE, label: scene.say('answer.language-of-discord') },
		...LOCALES.map((value) => ({ value, label: scene.say(LANGUAGE_NAMES[value]) })),
	];
	const chosen = [scene.settings.language ?? DEFAULT_VALUE];
	return { id: setupId('language', 'choose'), hint: scene.say('answer.setup-language-title'), offers, chosen, ...ONE };
}

async function channelsBody({ scene }: SetupView, ports: CommandPorts): Promise<StepBody> {
	const channels = await answeredChannels(scene, ports);
	return {
		now: channelsLine(channels, scene),
		menu: {
			id: setupId('channels', 'choose'),
			hint: scene.say('answer.setup-channels-title'),
			offers: 'channels',
			chosen: offeredChannels(channels, ports),
			choicesMin: 0,
			choicesMax: setupChannelsMax,
		},
	};
}

/** The channels that are answered unasked. */
export async function answeredChannels(scene: CommandScene, ports: CommandPorts): Promise<readonly Snowflake[]> {
	return (await ports.autoReplies.listAutoReplies(scene.workspace.id)).map(({ channelId }) => channelId);
}

/** Those of them that the menu can show: no threads, none that is gone, and not too many. */
export function offeredChannels(channels: readonly Snowflake[], { chat }: CommandPorts): readonly Snowflake[] {
	return channels.filter((channelId) => chat.directory.isTextChannel(channelId)).slice(0, setupChannelsMax);
}

/** As many as a field of a card has room for. */
function channelsLine(channels: readonly string[], scene: CommandScene): string {
	if (channels.length === 0) return scene.say('answer.none');
	const shown = channels.slice(0, shownChannelsMax).map((channelId) => `<#${channelId}>`);
	return [...shown, ...(channels.length > shown.length ? ['…'] : [])].join(' ');
}

async function summary(view: SetupView, ports: CommandPorts) {
	const { place, scene } = view;
	const field = (step: SetupStep, value: string) => ({ name: scene.say(TITLES[step]), value });
	const steps = stepsOf(place, ports.readsContent).filter((step) => step !== 'done' && step !== 'key');
	const bodies = await Promise.all(steps.map((step) => BODIES[step](view, ports)));
	return [
		field('key', await keyLine(view, ports)),
		...steps.map((step, index) => field(step, bodies[index]?.now ?? scene.say('answer.none'))),
	];
}
