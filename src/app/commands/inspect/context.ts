/** `/context`: how full the model's window is, and with what. */
import { contextPanel, type PanelRow } from '#app/inspection/context-panel';
import type { InspectedPrompt } from '#app/inspection/inspection';
import { requestFacts } from '#app/inspection/request-facts';
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

async function panelOf(inspected: InspectedPrompt, scene: CommandScene, ports: CommandPorts): Promise<CommandAnswer> {
	const { prepared, persona } = inspected;
	const { report, codename } = prepared;
	const { rows, picture } = contextPanel(report);
	const model = ports.model.models().find((one) => one.codename === codename)?.displayName ?? codename;
	const { inputTokens, windowTokens } = report;
	const total = scene.say(report.approximate ? 'answer.context-total-approximate' : 'answer.context-total', {
		tokens: inputTokens,
		window: windowTokens,
		percent: percentOf(inputTokens / windowTokens, scene),
	});
	const counts = scene.say('answer.context-counts', {
		included: report.included.length,
		trimmed: report.trimmed.length,
		excluded: report.excluded.length,
	});
	const card = {
		title: scene.say('answer.context-title', { name: persona.name, model }),
		description: [`\`\`\`\n${picture}\n\`\`\``, total, counts, ...abilities(prepared, scene)].join('\n'),
		fields: rows.map((row) => field(row, scene)),
	};
	const painted = await ports.painter.paint({
		kind: 'window',
		title: card.title,
		subtitle: total.replaceAll('**', ''),
		parts: rows.map((row) => ({
			part: row.part,
			name: nameOf(row, scene),
			size: sizeOf(row, scene),
			share: row.share,
		})),
	});
	if (painted === null) return { text: '', card };
	const altText = [card.title, ...rows.map((row) => `${nameOf(row, scene)}: ${sizeOf(row, scene)}`)].join('. ');
	return { text: '', card: { ...card, showsFile: true }, file: { name: 'context.png', bytes: painted, altText } };
}

/** What the model is shown and may call; nothing where it only reads. */
function abilities(prepared: InspectedPrompt['prepared'], scene: CommandScene): readonly string[] {
	const { tools, media } = requestFacts(prepared);
	return [
		...(media === 0 ? [] : [`${scene.say('answer.report-media')}: ${media}`]),
		...(tools.length === 0
			? []
			: [`${scene.say('answer.report-tools')}: ${tools.map((name) => `\`${name}\``).join(', ')}`]),
	];
}

function nameOf({ part }: PanelRow, scene: CommandScene): string {
	return scene.say(PART_NAMES[part]);
}

function sizeOf({ part, tokens, share }: PanelRow, scene: CommandScene): string {
	const key = EXACT_PARTS.includes(part) ? 'answer.context-share' : 'answer.context-share-about';
	return scene.say(key, { percent: percentOf(share, scene), tokens });
}

function field(row: PanelRow, scene: CommandScene): { readonly name: string; readonly value: string } {
	return { name: `${row.glyph} ${nameOf(row, scene)}`, value: `\`${row.bar}\` ${sizeOf(row, scene)}` };
}

function percentOf(share: number, scene: CommandScene): string {
	return share.toLocaleString(scene.locale, { style: 'percent', maximumFractionDigits: 1 });
}
