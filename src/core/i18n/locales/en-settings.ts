/** English: the settings of behaviour, and the commands that set them. */

import { enAnswering } from './en-answering.ts';
import { enPrivacy } from './en-privacy.ts';

/** The messages by their dotted keys. */
export const enSettings = {
	...enAnswering,
	...enPrivacy,
	'command.behavior.set.form-title': 'A value of several lines',
	'command.behavior.set.form-value': 'The value, or default to inherit again',
	'command.behavior.set.form-more': 'What follows, where one field is too small',
	'answer.form-forgotten':
		'I was started anew since that form was opened, so I no longer know what it was for. Please give the command again.',
	'command.zone.description': 'Set the time zone that days and hours are counted in',
	'command.zone.value': 'Such as Europe/Berlin, +09:00 or 5.5; default to inherit again',
	'command.zone.scope': 'For this server (needs Manage Server) or only for you',
	'command.language.description': 'Set the language that I speak about myself',
	'command.language.value': 'Which language',
	'command.language.scope': 'For this server (needs Manage Server) or only for you',
	'command.language.en': 'English',
	'command.language.ja': '日本語',
	'command.language.pt-br': 'Português (Brasil)',
	'answer.setting-system-prompt': "The server's system prompt",
	'answer.setting-channel-prompt': "The channel's prompt",
	'answer.setting-channel-prompt-mode': "How it stands to the server's",
	'answer.setting-persona-prompt': "The persona's prompt",
	'answer.setting-context-note': 'Context note',
	'answer.setting-context-note-depth': 'Messages after the note',
	'answer.setting-time-awareness': 'Time awareness',
	'answer.setting-uncensor-space': 'Uncensor: other spaces',
	'answer.setting-uncensor-sanitize': 'Uncensor: dotted words',
	'answer.setting-verbatim-tools': 'Tool calls in plain text',
	'answer.setting-vision-model': 'Model that looks at pictures for one that cannot',
	'answer.setting-takes-text': {
		one: 'a text of at most {count} character',
		other: 'a text of at most {count} characters',
	},
	'answer.setting-inactive':
		"The text model here is NovelAI's, which reads nothing of it: it stays stored but inactive until another model answers.",
} as const;
