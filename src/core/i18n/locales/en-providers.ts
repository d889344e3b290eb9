/** English: custom endpoints and their keys. */

/** The messages by their dotted keys. */
export const enProviders = {
	'command.provider.description': 'Chat models of other servers that speak as OpenAI does',
	'command.provider.add.description': 'Add an endpoint; its key, if it has one, goes into a private form',
	'command.provider.add.name': 'What it is called here: letters, digits, - and _',
	'command.provider.add.modal-title': 'Key of the endpoint',
	'command.provider.add.modal-key': 'API key; leave it empty where none is needed',
	'command.provider.edit.description': 'Change an endpoint',
	'command.provider.remove.description': 'Delete an endpoint and its keys',
	'command.provider.test.description': 'Ask an endpoint whether it answers',
	'command.provider.list.description': 'Show the endpoints, without their keys',
	'command.provider.scope': 'For this server (needs Manage Server) or only for you',
	'command.provider.name': 'Which one',
	'command.provider.base-url': 'Its address, such as https://models.example/v1',
	'command.provider.model': 'The model as the endpoint calls it',
	'command.provider.window': 'Tokens that prompt and reply share',
	'command.provider.output-limit': 'Longest reply in tokens',
	'command.provider.images': 'Whether the model sees pictures',
	'command.provider.videos': 'Whether the model sees videos',
	'command.provider.tools': 'Whether the model can call tools',
	'command.provider.verbatim': 'Whether tools are called in plain text, here for all endpoints of the scope',
	'answer.provider-name-shape': 'A name has 1 to {count} letters, digits, `-` and `_`; nothing was stored.',
	'answer.provider-address-shape':
		'`base_url` takes the address of a web server of at most {count} characters, without name, password or query; nothing was stored.',
	'answer.provider-address-private':
		'That address leads into a private network, which only the owner of this application may name; nothing was stored.',
	'answer.provider-address-unknown': 'That address leads nowhere at the moment; nothing was stored.',
	'answer.provider-model-shape': '`model` takes 1 to {count} characters; nothing was stored.',
	'answer.provider-number': '`{name}` takes a whole number from {min} to {max}; nothing was stored.',
	'answer.provider-output-window':
		'`output_limit` has to be smaller than `window`, which prompt and reply share; nothing was stored.',
	'answer.provider-exists':
		'There is already a provider called **{name}**; `/provider edit` changes those that were added.',
	'answer.provider-too-many': 'A scope holds at most {count} providers.',
	'answer.provider-added':
		'**{name}** is stored. `/provider test` asks whether it answers, and `/model set model: {codename}` has it write the replies.',
	'answer.provider-edited': '**{name}** is changed.',
	'answer.provider-key-dropped':
		'Its keys were given to another host and are deleted; `/key set provider: {codename}` takes a new one.',
	'answer.provider-unknown': 'There is no provider called {name} in that scope; `/provider list` shows them all.',
	'answer.provider-removed': '**{name}** and its keys are deleted.',
	'answer.provider-was-chosen': 'It was the chosen model; `/model set` chooses another.',
	'answer.provider-works': '**{name}** answers, and {model} is among its models.',
	'answer.provider-answers': '**{name}** answers; it does not say whether it has {model}.',
	'answer.provider-model-missing': '**{name}** answers, but {model} is none of the models that it lists ({count}).',
	'answer.providers-title': 'Custom providers',
	'answer.provider-limits': '{window} tokens, of which a reply takes at most {output}',
	'answer.provider-images': 'pictures',
	'answer.provider-videos': 'videos',
	'answer.provider-tools': 'tools',
	'answer.provider-tools-verbatim': 'tools, called in plain text',
	'answer.provider-vision': 'looks at pictures for other models',
	'answer.provider-blind':
		'**{name}** is not said to see pictures: `/provider edit name: {name} images: yes` says so. Nothing was changed.',
	'answer.provider-was-vision':
		'It was the model that looks at pictures; `/behavior set name: vision_model` chooses another.',
	'answer.field-vision': 'Looks at pictures',
	'answer.key-shape-custom': 'That cannot be a key: it has spaces, or characters that no header takes.',
	'answer.key-saved-custom': '{provider} takes the key; it is stored encrypted (fingerprint: {fingerprint}).',
	'answer.key-added-custom':
		'{provider} takes the key, which takes turns with the others (fingerprint: {fingerprint}). This server has {count} keys for it now.',
} as const;
