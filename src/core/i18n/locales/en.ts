/** English: the wording that all other languages follow, and the source of the message keys. */

/** Every message by its dotted key. */
export const en = {
	'failure.no-key':
		'I have no NovelAI key here yet. Someone with Manage Server can add one with `/key set`, or you can add your own with `/key set scope: personal`.',
	'failure.no-key-direct': 'I need your own NovelAI key to talk here. Add it with `/key set scope: personal`.',
	'failure.key-rejected': 'NovelAI refused the key. Please set a new one with `/key set`.',
	'failure.subscription-unavailable': 'NovelAI did not say which plan this key has. Please try again in a moment.',
	'failure.subscription-inactive': 'The NovelAI subscription of this key is not active.',
	'failure.tier-unsupported':
		'{model} is not part of the {tier} plan of this NovelAI key. Choose another model with `/model set`.',
	'failure.model-unknown': 'I do not know a model called {model}. `/model show` lists those I know.',
	'failure.tokenizer-missing':
		'The tokenizer {family} is not installed. Whoever runs me can get it with `npx bun@1.4.5 run setup:tokenizers` and a restart.',
	'failure.prompt-too-long': 'The conversation holds more text than I can measure.',
	'failure.oversized-run':
		'That message holds a run of characters without a single space that is too long for me to read.',
	'failure.floor-too-large':
		'Even the shortest form of this conversation needs {inputTokens} tokens, and the model reads {windowTokens}. A shorter personality or message helps.',
	'failure.provider-busy': 'NovelAI is still busy with another reply on this key. Please try again in a moment.',
	'failure.provider-overloaded': 'NovelAI is having trouble right now. Please try again in a moment.',
	'failure.provider-unreachable': 'I cannot reach NovelAI right now.',
	'failure.provider-timeout': 'NovelAI took too long to answer. Please try again.',
	'failure.provider-rejected': 'NovelAI refused the request: {detail}',
	'failure.provider-broken': 'The reply from NovelAI broke off: {detail}',
	'failure.continuation-exhausted': 'NovelAI stopped in the middle and could not go on. Please try again.',
	'failure.empty-reply': 'Nothing came to mind. Please try again or say it differently.',
	'failure.turn-timeout': 'That reply took too long, so I let it go. Please try again.',
	'failure.content-intent-missing':
		'I cannot see the text of messages here. Whoever runs me must switch on Message Content Intent in the developer portal.',
	'failure.discord-forbidden': 'I am not allowed to write in that channel.',
	'failure.discord-gone': 'That channel or message is gone.',
	'failure.discord-rejected': 'Discord refused my message: {detail}',
	'failure.database-unavailable': 'My memory is out of reach right now. Please try again in a moment.',
	'failure.internal-error': 'Something went wrong on my side. Please try again.',

	'command.key.description': 'NovelAI keys of this server or of yourself',
	'command.key.set.description': 'Store a NovelAI key; you type it into a private form',
	'command.key.set.scope': 'For this server (needs Manage Server) or only for you',
	'command.key.set.provider': 'Whose key it is',
	'command.scope.server': 'This server',
	'command.scope.personal': 'Only me',
	'command.provider.novelai': 'NovelAI',
	'command.key.set.modal-title': 'NovelAI key',
	'command.key.set.modal-key': 'Persistent API token (begins with pst-)',
	'command.model.description': 'The text model that writes the replies',
	'command.model.show.description': 'Show the model in use and the others',
	'command.model.set.description': 'Choose the model',
	'command.model.set.model': 'The model',
	'command.model.set.scope': 'For this server (needs Manage Server) or only for you',
	'command.persona.description': 'The character I speak as',
	'command.persona.show.description': 'Show a persona',
	'command.persona.show.name': 'Which persona; the one in use when left out',
	'command.persona.show.public': 'Show it to everyone here',
	'command.choice.yes': 'Yes',
	'command.choice.no': 'No',
	'command.persona.create.description': 'Create a persona in a form and speak as it',
	'command.persona.create.modal-title': 'New persona',
	'command.persona.create.modal-name': 'Name',
	'command.persona.create.modal-personality': 'Personality',
	'command.persona.create.modal-sample-user': 'Example: what someone says',
	'command.persona.create.modal-sample-persona': 'Example: what the persona answers',
	'command.persona.import.description': 'Import a character card (PNG or JSON) and speak as it',
	'command.persona.import.file': 'The card file',

	'answer.key-saved': 'The key works and is stored encrypted (plan: {tier}).',
	'answer.needs-manage': 'That needs the Manage Server permission.',
	'answer.key-shape': 'That does not look like a NovelAI key. A persistent API token begins with `pst-`.',
	'answer.model-in-use': 'In use here: **{model}**',
	'answer.models-title': 'Models',
	'answer.model-windows': '{windows} tokens of context',
	'answer.model-unavailable': 'Tokenizer not installed: run `npx bun@1.4.5 run setup:tokenizers` and restart.',
	'answer.model-saved': 'From now on **{model}** writes the replies.',
	'answer.persona-unknown': 'There is no persona called {name} here.',
	'answer.persona-created': 'I am **{name}** now.',
	'answer.persona-imported': 'I am **{name}** now, from the card.',
	'answer.persona-name-taken': 'There is already a persona called {name} here.',
	'answer.persona-too-many': {
		one: 'A server holds at most {count} persona.',
		other: 'A server holds at most {count} personas.',
	},
	'answer.persona-field-blank': 'A persona needs a name and a personality.',
	'answer.persona-too-long': {
		one: '{part} may have at most {count} character; nothing was stored.',
		other: '{part} may have at most {count} characters; nothing was stored.',
	},
	'answer.persona-entries-max': {
		one: '{part}: at most {count} entry; nothing was stored.',
		other: '{part}: at most {count} entries; nothing was stored.',
	},
	'answer.persona-personality': 'Personality',
	'answer.persona-name': 'Name',
	'answer.persona-samples': 'Example dialogue',
	'answer.persona-triggers': 'Trigger words',
	'answer.persona-more': '… and more',
	'answer.card-too-large': 'The file is larger than {size} MB.',
	'answer.card-not-a-card': 'That is neither a PNG picture nor JSON.',
	'answer.card-empty': 'There is no character card inside that picture.',
	'answer.card-unreadable': 'The card inside that file cannot be read.',
	'answer.card-unreachable': 'I could not fetch that file. Please attach it again.',

	'notice.cut': 'The reply was cut off.',
} as const satisfies Readonly<Record<string, string | PluralMessage>>;

/** A message whose wording depends on the placeholder `{count}`; categories are those of `Intl.PluralRules`. */
export type PluralMessage = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The key of a message. */
export type MessageKey = keyof typeof en;

/** A full catalogue: the same keys, other words. */
export type Catalogue = Readonly<Record<MessageKey, string | PluralMessage>>;
