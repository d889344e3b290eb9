/** `/memory short-term show`: what is kept of the last hours here, and what comes up from other channels. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { SHORT_TERM_LIMITS, type ShortTermRecord } from '#domain/memory';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { shortened } from '../shortened.ts';
import { shortTermGroup } from './short-term-group.ts';

const shownCharactersMax = 150;

/** The subcommand. */
export function shortTermShow(ports: CommandPorts): Subcommand {
	return {
		name: 'show',
		group: shortTermGroup(),
		description: everyLocale('command.memory.short-term.show.description'),
		answer: 'private',
		options: [pageOption()],
		run: (invocation) => showShortTerm(invocation, ports),
	};
}

async function showShortTerm(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const { workspace, persona } = scene;
	const { channelId } = invocation.place;
	const { clock, isPrivateChannel } = ports.chat;
	const place = { serverId: workspace.id, lineageId: persona.lineageId, channelId };
	const { records, depth } = await ports.chat.stores.shortTerm.findShortTerm(place, clock.now());
	const here = records.filter((record) => record.channelId === channelId);
	const elsewhere = records.filter((record) => record.channelId !== channelId && !isPrivateChannel(record.channelId));
	const others = [...new Set(elsewhere.map((record) => record.channelId))].slice(0, SHORT_TERM_LIMITS.otherChannelsMax);
	const shown = [...here, ...elsewhere.filter((record) => others.includes(record.channelId))];
	const title = scene.say('answer.short-term-title', { name: persona.name });
	const where =
		depth === null ? scene.say('answer.short-term-inline') : scene.say('answer.short-term-deferred', { count: depth });
	return { ...listAnswer({ title, lines: shown.flatMap(linesOf) }, scene, invocation), text: where };
}

function linesOf({ channelId, kind, content, lines }: ShortTermRecord): readonly string[] {
	if (kind === 'summary') return [`<#${channelId}> · ${shortened(content, shownCharactersMax)}`];
	return lines.map(
		({ speaker, text }) => `<#${channelId}> · **${escapeMarkdown(speaker)}**: ${shortened(text, shownCharactersMax)}`,
	);
}
