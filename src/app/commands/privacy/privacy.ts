/** `/privacy`: how much of a person the bot may use, and what it has stored of them. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import type { PrivacyLevel } from '#domain/person';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { storedLines } from './data-words.ts';
import { personalVoice, type Say } from './personal-voice.ts';

/** The levels by the values of the option, from the least private to the most. */
const LEVELS: readonly { readonly value: string; readonly name: MessageKey; readonly meaning: MessageKey }[] = [
	{ value: 'none', name: 'command.privacy.none', meaning: 'answer.privacy-none' },
	{ value: 'partial', name: 'command.privacy.partial', meaning: 'answer.privacy-partial' },
	{ value: 'full', name: 'command.privacy.full', meaning: 'answer.privacy-full' },
];

/** The most private level. */
const OUT_OF_CONTEXTS: PrivacyLevel = 2;

/** The command. */
export function privacy(ports: CommandPorts): Subcommand {
	return {
		name: 'privacy',
		description: everyLocale('command.privacy.description'),
		answer: 'private',
		options: [
			{
				name: 'level',
				description: everyLocale('command.privacy.level'),
				kind: 'string',
				required: false,
				choices: LEVELS.map(({ value, name }) => ({ value, label: everyLocale(name) })),
			},
		],
		run: (invocation) => showPrivacy(invocation, ports),
	};
}

/** Who only looks leaves nothing behind. */
async function showPrivacy({ place, values }: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const say = await personalVoice(place, ports);
	const { people, personalData, shortTerm } = ports.chat.stores;
	const chosen = LEVELS.findIndex(({ value }) => value === values.get('level'));
	if (chosen >= 0) {
		const person = { discordId: place.userId, displayName: place.userDisplayName };
		await people.setPrivacyLevel(await ports.workspaces.ensureUser(person), chosen as PrivacyLevel);
		// Lines are left out by their author from now on; a model's summaries have none.
		if (chosen === OUT_OF_CONTEXTS) await shortTerm.forgetPerson(place.userId);
	}
	const { privacyLevel, counts } = await personalData.readPersonalData(place.userId);
	return {
		text: chosen >= 0 ? say('answer.privacy-saved') : '',
		card: {
			title: say('answer.privacy-title'),
			description: levelLines(privacyLevel, say),
			fields: [
				{ name: say('answer.privacy-stored'), value: storedLines(counts, say) },
				{ name: say('answer.privacy-where'), value: say('answer.privacy-where-text') },
			],
		},
	};
}

/** The person's own level stands out. */
function levelLines(level: PrivacyLevel, say: Say): string {
	const lines = LEVELS.map(({ name, meaning }, index) => {
		const line = say('answer.privacy-line', { level: say(name), meaning: say(meaning) });
		return index === level ? `▶ ${line}` : line;
	});
	return lines.join('\n');
}
