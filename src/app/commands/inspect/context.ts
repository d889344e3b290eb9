/** `/context`: how full the model's window is, and with what. */
import { contextPanel, type PanelRow } from '#app/inspection/context-panel';
import type { InspectedPrompt } from '#app/inspection/inspection';
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { inspectAnswer } from './inspect-answer.ts';

/** The command's only subcommand, given by the command's own name. */
export function contextShow(ports: CommandPorts): Subcommand {
	return {
		name: 'context',
		description: everyLocale('command.context.description'),
		answer: 'private',
		options: [],
		run: (invocation) => inspectAnswer(invocation, ports, (inspected, scene) => panelOf(inspected, scene, ports)),
	};
}

const PART_NAMES: Readonly<Record<PanelRow['part'], MessageKey>> = {
	frame: 'answer.part-frame',
	personality: 'answer.part-personality',
	memories: 'answer.part-memories',
	lore: 'answer.part-lore',
	samples: 'answer.part-samples',
	history: 'answer.part-history',
	output: 'answer.part-output',
	free: 'answer.part-free',
};

/** Parts of which the report tells the exact size. */
const EXACT_PARTS: readonly PanelRow['part'][] = ['output', 'free'];

function panelOf(inspected: InspectedPrompt, scene: CommandScene, ports: CommandPorts): CommandAnswer {
	const { prepared, persona } = inspected;
	const { report, codename } = prepared;
	const { rows, picture } = contextPanel(report);
	const model = ports.model.models().find((one) => one.codename === codename)?.displayName ?? codename;
	const { inputTokens, windowTokens } = report;
	const lines = [
		`\`\`\`\n${picture}\n\`\`\``,
		scene.say(report.approximate ? 'answer.context-total-approximate' : 'answer.context-total', {
			tokens: inputTokens,
			window: windowTokens,
			percent: percentOf(inputTokens / windowTokens, scene),
		}),
		scene.say('answer.context-counts', {
			included: report.included.length,
			trimmed: report.trimmed.length,
			excluded: report.excluded.length,
		}),
	];
	return {
		text: '',
		card: {
			title: scene.say('answer.context-title', { name: persona.name, model }),
			description: lines.join('\n'),
			fields: rows.map((row) => field(row, scene)),
		},
	};
}

function field(row: PanelRow, scene: CommandScene): { readonly name: string; readonly value: string } {
	const exact = EXACT_PARTS.includes(row.part);
	const size = scene.say(exact ? 'answer.context-share' : 'answer.context-share-about', {
		percent: percentOf(row.share, scene),
		tokens: row.tokens,
	});
	return { name: `${row.glyph} ${scene.say(PART_NAMES[row.part])}`, value: `\`${row.bar}\` ${size}` };
}

function percentOf(share: number, scene: CommandScene): string {
	return share.toLocaleString(scene.locale, { style: 'percent', maximumFractionDigits: 1 });
}
