/** English: what people do with a whole conversation, and in the name of others. */

/** The messages by their dotted keys. */
export const enRoom = {
	'command.refresh.description': 'Let the conversation in this channel begin anew',
	'command.compact.description': 'Put a summary in the place of what was said in this channel',
	'command.scene.description': 'Tell what happens, as nobody in particular',
	'command.scene.text': 'What happens',
	'command.reward.description': 'Pat a persona on the head for something',
	'command.reward.text': 'What for',
	'command.punish.description': 'Scold a persona for something',
	'command.punish.text': 'What for',
	'command.gesture.persona': 'Which persona; the main persona when left out',
	'command.impersonate.description': 'Have something said in the name of somebody else (needs Manage Server)',
	'command.impersonate.user.description': "Write one message in a person's name",
	'command.impersonate.user.user': 'Who seems to write it',
	'command.impersonate.persona.description': 'Have a persona say something',
	'command.impersonate.persona.persona': 'Which persona',
	'command.impersonate.persona.text': 'What it says, word for word; left out, the model finds the words',
	'command.impersonate.system.description': "Put words into the conversation that are nobody's",
	'command.impersonate.system.text': 'The words',
	'notice.refresh': '{name} lets the conversation begin anew here.',
	'notice.compact': 'The conversation so far',
	'notice.scene': 'Scene',
	'notice.system': 'Narration',
	'notice.reward': '{name} pats {persona} on the head',
	'notice.punish': '{name} scolds {persona}',
	'answer.room-blank': 'There are no words in that.',
	'answer.room-private':
		'Your privacy setting keeps you out of everything that personas read, so I tell them nothing of this.',
	'answer.room-not-yours':
		'Only who was answered last, or whoever has Manage Messages or Manage Server, can do that here.',
	'answer.refreshed': 'Done: nothing that was said above comes up any more. Memories and lore stay.',
	'answer.compacted': 'Done: the summary stands in the place of what was said above.',
	'answer.compact-nothing': 'Nobody has said anything yet that could be summed up.',
	'answer.compact-unchanged': 'The conversation stays as it is.',
	'answer.narrated': 'Done: it is part of the conversation now.',
	'answer.rewarded': '**{name}** will remember that.',
	'answer.punished': '**{name}** will remember that.',
	'answer.gesture-not-kept':
		'It is part of the conversation, but what this persona is rewarded and scolded for is not kept: `conditioning_enabled` is off.',
	'answer.gesture-inactive':
		"It is part of the conversation. The text model here is NovelAI's, which does not read the tally beside it: that stays stored but inactive until another model answers.",
	'answer.gesture-ignored': '**{name}** takes no notice of you.',
	'answer.impersonated-user': 'That was **{name}**, so to speak.',
	'answer.impersonated-persona': '**{name}** has said it.',
	'answer.impersonate-direct': 'Nobody but the two of us can speak in direct messages.',
	'answer.impersonate-nobody': 'That person is not in this server.',
	'answer.impersonate-bot': 'I write in the name of people only.',
	'answer.impersonate-private':
		'**{name}** keeps out of everything that personas read, so I do not write as they would.',
	'answer.impersonate-not-here': 'Nobody can speak through a webhook in such a channel.',
	'answer.impersonate-forbidden': 'I need the Manage Webhooks permission here for that.',
	'answer.impersonate-full':
		'This channel has as many webhooks as Discord allows (15). Somebody has to delete one in its settings first.',
	'answer.setting-impersonation-prompt': 'What is written in your name',
} as const;
