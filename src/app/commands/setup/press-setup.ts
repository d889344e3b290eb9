/** Presses, choices and forms of the set-up. */
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import { LOCALES } from '#domain/locale';
import type { ButtonHandler, ButtonPress, CommandAnswer, CommandInvocation } from '#ports/command';
import type { SettingsScopeKey } from '#ports/settings-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { type GivenChange, setKey } from '../key/key-set.ts';
import { setModel } from '../model/model-set.ts';
import { DEFAULT_VALUE } from '../model/parameter-values.ts';
import { renamePersona } from '../persona/rename-persona.ts';
import { answeredChannels, offeredChannels, setupChannelsMax, setupPanel, setupScope } from './setup-panel.ts';
import { readSetupId, type SetupStep, stepsOf } from './setup-steps.ts';

/** What was saved leads on to the next step; what was not is said above the same one. */
export function pressSetup(ports: CommandPorts): ButtonHandler {
	return async (press) => {
		const { place } = press;
		const scene = await CommandScene.open(place, ports, 'private');
		if (!place.canManage) return { ...scene.answer('answer.needs-manage'), replacesMessage: true };
		const { step, action } = readSetupId(press.buttonId);
		const change = action === 'show' ? null : await CHANGES[step]({ press, scene }, ports);
		const next = change?.isSaved ? after(step, press, ports) : step;
		const note = change === null ? {} : { note: `${change.isSaved ? '✅' : '⚠️'} ${change.answer.text}` };
		const panel = await setupPanel({ place, scene: await reopened(press, ports), step: next, ...note }, ports);
		return { ...panel, replacesMessage: true };
	};
}

/** What was changed may be the language itself. */
async function reopened({ place }: ButtonPress, ports: CommandPorts): Promise<CommandScene> {
	return await CommandScene.open(place, ports, 'private');
}

function after(step: SetupStep, { place }: ButtonPress, ports: CommandPorts): SetupStep {
	const steps = stepsOf(place, ports.readsContent);
	return steps[steps.indexOf(step) + 1] ?? 'done';
}

interface Pressed {
	readonly press: ButtonPress;
	readonly scene: CommandScene;
}

type Change = (pressed: Pressed, ports: CommandPorts) => Promise<GivenChange | null>;

const CHANGES: Readonly<Record<SetupStep, Change>> = {
	key: async ({ press }, ports) => await setKey(invocationOf(press, ['key', press.fields?.get('key')]), ports),
	model: async ({ press }, ports) => await setModel(invocationOf(press, ['model', press.choices?.[0]]), ports),
	persona: async ({ press, scene }, ports) => {
		return await renamePersona(cleanPersonaName(press.fields?.get('name') ?? ''), scene, ports);
	},
	language: chooseLanguage,
	channels: chooseChannels,
	done: async () => null,
};

/** The press as if its command had been given. */
function invocationOf(
	{ place, signal, id }: ButtonPress,
	[name, value]: readonly [string, string | undefined],
): CommandInvocation {
	const values = new Map([
		['scope', setupScope(place)],
		[name, value ?? ''],
	]);
	return { place, values, attachments: new Map(), signal, id };
}

const saved = (answer: CommandAnswer): GivenChange => ({ isSaved: true, answer });

async function chooseLanguage({ press, scene }: Pressed, ports: CommandPorts): Promise<GivenChange | null> {
	const [value] = press.choices ?? [];
	const language = LOCALES.find((locale) => locale === value) ?? null;
	if (language === null && value !== DEFAULT_VALUE) return null;
	const key: SettingsScopeKey =
		setupScope(press.place) === 'server'
			? { scope: 'server', serverId: scene.workspace.id }
			: { scope: 'user', userId: scene.userId };
	await ports.settings.writeScope(key, { language });
	return saved((await reopened(press, ports)).answer('answer.setup-saved'));
}

/** Channels that the menu could not show stay as they are. */
async function chooseChannels({ press, scene }: Pressed, ports: CommandPorts): Promise<GivenChange | null> {
	if (!stepsOf(press.place, ports.readsContent).includes('channels')) return null;
	const chosen = (press.choices ?? []).filter((id) => /^\d{1,20}$/.test(id)).slice(0, setupChannelsMax);
	const before = await answeredChannels(scene, ports);
	const shown = offeredChannels(before, ports);
	const serverId = scene.workspace.id;
	for (const channelId of chosen.filter((id) => !before.includes(id))) {
		const everyMessage = { autoReplyMin: 0, autoReplyMax: 0 };
		await ports.settings.writeScope({ scope: 'channel', serverId, channelId }, everyMessage);
	}
	for (const channelId of shown.filter((id) => !chosen.includes(id))) {
		const onlyWhenAsked = { autoReplyMin: null, autoReplyMax: null };
		await ports.settings.writeScope({ scope: 'channel', serverId, channelId }, onlyWhenAsked);
	}
	return saved(scene.answer('answer.setup-saved'));
}
