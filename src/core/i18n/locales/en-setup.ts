/** English: the first hour, and pictures of what happened since. */

/** The messages by their dotted keys. */
export const enSetup = {
	'notice.greeting':
		'Hello! I am **{name}**. Mention me ({mention}) or reply to me, and we talk.\nWho manages this server can set me up with `/setup`: key, model, persona, language and channels, in a minute.',
	'command.setup.description': 'Set me up, step by step: key, model, persona, language, channels',
	'answer.setup-step': 'Step {step} of {count}: {title}',
	'answer.setup-now': '**Now:** {value}',
	'answer.setup-back': 'Back',
	'answer.setup-next': 'Next',
	'answer.setup-saved': 'Saved.',
	'answer.setup-key-title': 'Key',
	'answer.setup-key-text':
		'I write through NovelAI, for which I need a key: a *persistent API token* (NovelAI → Account → Get Persistent API Token). It is checked, stored encrypted, and never shown again. For other servers see `/provider add`.',
	'answer.setup-keys': { one: '{count} key is at hand.', other: '{count} keys are at hand.' },
	'answer.setup-enter-key': 'Enter a key',
	'answer.setup-model-title': 'Model',
	'answer.setup-model-text':
		'Which model writes the replies. Chat models hold conversations; story models go on with a text. `/model parameters` sets the rest.',
	'answer.setup-persona-title': 'Persona',
	'answer.setup-persona-text':
		'I speak as **{name}**. Keep that, or give another name. `/persona edit` changes the rest, `/persona create` makes somebody new, and `/persona import` takes a character card (PNG, JSON or CHARX).',
	'answer.setup-rename': 'Rename',
	'answer.setup-language-title': 'Language',
	'answer.setup-language-text':
		'Which language I use for notices and answers to commands. What the persona speaks is up to the persona.',
	'answer.setup-channels-title': 'Channels',
	'answer.setup-channels-text':
		'Everywhere I answer when I am mentioned, replied to or called by name. In the channels that you choose here I answer every message. `/behavior set auto_reply` can do with fewer.',
	'answer.setup-done-title': 'All set',
	'answer.setup-done-text':
		'Mention me in a channel, or write me a direct message, and **{name}** answers. `/behavior show` lists everything else that can be set.',
	'command.stats.description': 'Who talked with whom here, by day',
	'command.stats.days': 'How many days, 1 to 90; 14 when left out',
	'answer.stats-off': 'Whoever runs me has switched counting off.',
	'answer.stats-days': 'I can look back {min} to {max} days.',
	'answer.stats-none': {
		one: 'Nobody has talked with me here in the last {count} day.',
		other: 'Nobody has talked with me here in the last {count} days.',
	},
	'answer.stats-title': 'Who talked with whom',
	'answer.stats-subtitle': {
		one: '{first} – {last} (UTC) · {count} message, both ways',
		other: '{first} – {last} (UTC) · {count} messages, both ways',
	},
	'answer.stats-by-day': 'By day',
	'answer.stats-by-person': 'People and personas',
	'answer.stats-total': 'Total',
	'answer.stats-others': 'Others',
	'answer.stats-unnamed': 'Not named',
	'answer.stats-former': 'Former persona',
} as const;
