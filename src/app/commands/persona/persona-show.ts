/** `/persona show`: who a persona is. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { AttgFields, Persona } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { suggestPersonas } from './suggest-personas.ts';

/** Characters of a card's field (Discord allows 1,024) that are left for text. */
const FIELD_TEXT_CHARACTERS_MAX = 1_000;
const SHOWN_SAMPLES_MAX = 3;

/** The subcommand. */
export function personaShow(ports: CommandPorts): Subcommand {
	return {
		name: 'show',
		description: everyLocale('command.persona.show.description'),
		answer: 'private',
		publicOption: 'public',
		options: [
			{
				name: 'name',
				description: everyLocale('command.persona.show.name'),
				kind: 'string',
				required: false,
				autocomplete: (query) => suggestPersonas(query, ports),
			},
			{
				name: 'public',
				description: everyLocale('command.persona.show.public'),
				kind: 'string',
				required: false,
				choices: [
					{ value: 'no', label: everyLocale('command.choice.no') },
					{ value: 'yes', label: everyLocale('command.choice.yes') },
				],
			},
		],
		run: (invocation) => showPersona(invocation, ports),
	};
}

async function showPersona(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const answer = invocation.values.get('public') === 'yes' ? 'public' : 'private';
	const scene = await CommandScene.open(invocation.place, ports, answer);
	const name = invocation.values.get('name')?.trim();
	const persona = name ? await ports.personas.findPersona(scene.workspace.id, name) : scene.persona;
	if (!persona) return scene.answer('answer.persona-unknown', { name: escapeMarkdown((name ?? '').slice(0, 80)) });
	return { text: '', card: personaCard(persona, scene) };
}

function personaCard(persona: Persona, scene: CommandScene): NonNullable<CommandAnswer['card']> {
	const samples = persona.samples
		.slice(0, SHOWN_SAMPLES_MAX)
		.map((sample) => `${sample.user === null ? '' : `> ${sample.user}\n`}${sample.persona}`);
	if (persona.samples.length > SHOWN_SAMPLES_MAX) samples.push(scene.say('answer.persona-more'));
	const fields = [
		{ name: scene.say('answer.persona-personality'), value: persona.attributes.join('\n') },
		{ name: scene.say('answer.persona-samples'), value: samples.join('\n\n') },
		{ name: scene.say('answer.persona-triggers'), value: persona.triggerWords.map(escapeMarkdown).join(', ') },
		{ name: scene.say('answer.persona-aliases'), value: persona.aliases.map(escapeMarkdown).join(', ') },
		{ name: scene.say('answer.persona-attg'), value: headerText(persona.attg) },
	];
	return {
		title: persona.name,
		fields: fields
			.filter((field) => field.value.trim() !== '')
			.map((field) => ({ name: field.name, value: shortened(field.value, scene) })),
	};
}

/** As the prompts write it. */
function headerText({ author, title, tags, genre, stars }: AttgFields): string {
	const named = Object.entries({ Author: author, Title: title, Tags: tags, Genre: genre }).filter(
		([, value]) => value !== '',
	);
	const fields = named.map(([name, value]) => `${name}: ${escapeMarkdown(value)}`).join('; ');
	return [fields, stars === null ? '' : '★'.repeat(stars)].filter((part) => part !== '').join(' · ');
}

/** A card shows the beginning and says that there is more; nothing stored is changed. */
function shortened(text: string, scene: CommandScene): string {
	if (text.length <= FIELD_TEXT_CHARACTERS_MAX) return text;
	return `${text.slice(0, FIELD_TEXT_CHARACTERS_MAX).replace(/[\uD800-\uDBFF]$/, '')}\n${scene.say('answer.persona-more')}`;
}
