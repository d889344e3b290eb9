/** Every command, as a list you can read. */
import { everyLocale } from '#core/i18n/translate';
import type { Command, CommandSet, Subcommand } from '#ports/command';
import { behaviorSet } from './behavior/behavior-set.ts';
import { behaviorShow } from './behavior/behavior-show.ts';
import { language } from './behavior/language.ts';
import { zone } from './behavior/zone.ts';
import { blockList } from './block/block-list.ts';
import { blockUnblock } from './block/block-unblock.ts';
import { blockUser } from './block/block-user.ts';
import type { CommandPorts } from './command-ports.ts';
import { contextShow } from './inspect/context.ts';
import { promptExport } from './inspect/prompt-export.ts';
import { keyAdd } from './key/key-add.ts';
import { keyList } from './key/key-list.ts';
import { keyRemove } from './key/key-remove.ts';
import { keySet } from './key/key-set.ts';
import { loreAdd } from './lore/lore-add.ts';
import { loreEdit } from './lore/lore-edit.ts';
import { loreExport } from './lore/lore-export.ts';
import { loreImport } from './lore/lore-import.ts';
import { loreList } from './lore/lore-list.ts';
import { loreRemove } from './lore/lore-remove.ts';
import { loreTest } from './lore/lore-test.ts';
import { memoryCommands } from './memory/memory-commands.ts';
import { modelFallback } from './model/model-fallback.ts';
import { modelParameters } from './model/model-parameters.ts';
import { modelSet } from './model/model-set.ts';
import { modelShow } from './model/model-show.ts';
import { personaAttg } from './persona/persona-attg.ts';
import { personaCreate } from './persona/persona-create.ts';
import { personaEdit } from './persona/persona-edit.ts';
import { personaExport } from './persona/persona-export.ts';
import { personaImport } from './persona/persona-import.ts';
import { personaList } from './persona/persona-list.ts';
import { confirmRemoval, personaRemove, personaRemovePrefix } from './persona/persona-remove.ts';
import { personaShow } from './persona/persona-show.ts';
import { personaSwitch } from './persona/persona-switch.ts';
import { personaTrigger } from './persona/persona-trigger.ts';
import { presetApply } from './preset/preset-apply.ts';
import { presetList } from './preset/preset-list.ts';
import { presetShow } from './preset/preset-show.ts';
import { pressButtons } from './press-buttons.ts';
import { confirmForgetting, forgetMe, forgetMePrefix } from './privacy/forget-me.ts';
import { privacy } from './privacy/privacy.ts';
import { providerAdd } from './provider/provider-add.ts';
import { providerEdit } from './provider/provider-edit.ts';
import { providerList } from './provider/provider-list.ts';
import { providerRemove } from './provider/provider-remove.ts';
import { providerTest } from './provider/provider-test.ts';
import { deleteReply } from './reply/delete-reply.ts';
import { editReply } from './reply/edit-reply.ts';
import { pressButton } from './reply/press-button.ts';
import { showPrompt } from './reply/show-prompt.ts';
import { respond } from './respond/respond.ts';
import { compact } from './room/compact.ts';
import { punish, reward } from './room/gesture.ts';
import { impersonatePersona } from './room/impersonate-persona.ts';
import { impersonateSystem } from './room/impersonate-system.ts';
import { impersonateUser } from './room/impersonate-user.ts';
import { refresh } from './room/refresh.ts';
import { scene } from './room/scene.ts';
import { sampleAdd } from './sample/sample-add.ts';
import { sampleEdit } from './sample/sample-edit.ts';
import { sampleList } from './sample/sample-list.ts';
import { sampleRemove } from './sample/sample-remove.ts';
import { pressSetup } from './setup/press-setup.ts';
import { setup } from './setup/setup.ts';
import { setupForms, setupPrefix } from './setup/setup-steps.ts';
import { stats } from './stats/stats.ts';
import { stop } from './stop/stop.ts';

/** Commands, message commands and buttons, bound to their outside. */
export function allCommands(ports: CommandPorts): CommandSet {
	return {
		commands: slashCommands(ports),
		messageCommands: [editReply(ports), deleteReply(ports), showPrompt(ports)],
		pressButton: pressButtons(
			{
				[personaRemovePrefix]: confirmRemoval(ports),
				[setupPrefix]: pressSetup(ports),
				[forgetMePrefix]: confirmForgetting(ports),
			},
			pressButton(ports),
		),
		buttonForm: setupForms,
	};
}

/** A command without subcommands. */
function alone(subcommand: Subcommand): Command {
	return { name: subcommand.name, description: subcommand.description, subcommands: [subcommand] };
}

function slashCommands(ports: CommandPorts): readonly Command[] {
	return [
		{
			name: 'key',
			description: everyLocale('command.key.description'),
			subcommands: [keySet(ports), keyAdd(ports), keyRemove(ports), keyList(ports)],
		},
		{
			name: 'provider',
			description: everyLocale('command.provider.description'),
			subcommands: [
				providerAdd(ports),
				providerEdit(ports),
				providerRemove(ports),
				providerTest(ports),
				providerList(ports),
			],
		},
		{
			name: 'model',
			description: everyLocale('command.model.description'),
			subcommands: [modelShow(ports), modelSet(ports), modelParameters(ports), modelFallback(ports)],
		},
		{
			name: 'preset',
			description: everyLocale('command.preset.description'),
			subcommands: [presetList(ports), presetShow(ports), presetApply(ports)],
		},
		{
			name: 'persona',
			description: everyLocale('command.persona.description'),
			subcommands: [
				personaShow(ports),
				personaList(ports),
				personaSwitch(ports),
				personaCreate(ports),
				personaEdit(ports),
				personaRemove(ports),
				personaTrigger(ports),
				personaAttg(ports),
				personaImport(ports),
				personaExport(ports),
			],
		},
		{
			name: 'memory',
			description: everyLocale('command.memory.description'),
			subcommands: memoryCommands(ports),
		},
		{
			name: 'block',
			description: everyLocale('command.block.description'),
			subcommands: [blockUser(ports), blockUnblock(ports), blockList(ports)],
		},
		{
			name: 'lore',
			description: everyLocale('command.lore.description'),
			subcommands: [
				loreAdd(ports),
				loreList(ports),
				loreEdit(ports),
				loreRemove(ports),
				loreTest(ports),
				loreImport(ports),
				loreExport(ports),
			],
		},
		{
			name: 'sample',
			description: everyLocale('command.sample.description'),
			subcommands: [sampleAdd(ports), sampleList(ports), sampleEdit(ports), sampleRemove(ports)],
		},
		{
			name: 'behavior',
			description: everyLocale('command.behavior.description'),
			subcommands: [behaviorShow(ports), behaviorSet(ports)],
		},
		{
			name: 'context',
			description: everyLocale('command.context.description'),
			subcommands: [contextShow(ports)],
		},
		{
			name: 'prompt',
			description: everyLocale('command.prompt.description'),
			subcommands: [promptExport(ports)],
		},
		alone(setup(ports)),
		alone(stats(ports)),
		alone(zone(ports)),
		alone(language(ports)),
		...roomCommands(ports),
		...privacyCommands(ports),
	];
}

/** What a person asks of what is stored of them. */
function privacyCommands(ports: CommandPorts): readonly Command[] {
	return [
		alone(privacy(ports)),
		{
			name: 'forget',
			description: everyLocale('command.forget.description'),
			subcommands: [forgetMe(ports)],
		},
	];
}

/** What acts on a whole conversation, or in the name of others. */
function roomCommands(ports: CommandPorts): readonly Command[] {
	return [
		alone(respond(ports)),
		alone(stop(ports)),
		alone(refresh(ports)),
		alone(compact(ports)),
		alone(scene(ports)),
		alone(reward(ports)),
		alone(punish(ports)),
		{
			name: 'impersonate',
			description: everyLocale('command.impersonate.description'),
			subcommands: [impersonateUser(ports), impersonatePersona(ports), impersonateSystem(ports)],
		},
	];
}
