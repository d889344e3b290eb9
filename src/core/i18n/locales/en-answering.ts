/** English: when and how often the bot answers. */

/** The messages by their dotted keys. */
export const enAnswering = {
	'command.behavior.show.part': 'Which part of the settings',
	'command.behavior.part.talk': 'The conversation',
	'command.behavior.part.answering': 'When I answer',
	'answer.setting-auto-reply': 'Answer unasked after … messages',
	'answer.setting-deliberate': 'Trigger words only with @',
	'answer.setting-match-limit': 'Personas that one message calls',
	'answer.setting-cascade-limit': 'Answers of personas to personas',
	'answer.setting-cascade-novelai':
		"The text model here is NovelAI's, with which personas never answer each other by themselves.",
	'answer.setting-cooldown': 'Wait between replies, in seconds',
	'answer.setting-user-replies': 'Replies a day for each person',
	'answer.setting-channel-replies': 'Replies a day in a channel',
	'answer.setting-server-replies': 'Replies a day in the server',
	'answer.setting-allow-channels': 'Channels where I answer',
	'answer.setting-allow-roles': 'Roles that I answer',
	'answer.setting-allow-personas': 'Personas that may answer',
	'answer.setting-members-teach': 'Members add memories, lore and examples',
	'answer.setting-personal-memories': 'Memories about people come up',
	'answer.setting-conditioning': 'Rewards and scoldings shape the persona',
	'answer.setting-stop-strings': 'Stop strings, one a line',
	'answer.setting-speaker-stop': 'Ask the provider to stop at names',
	'answer.setting-speaker-stop-novelai': "The text model here is NovelAI's, with which this is always on.",
	'answer.setting-servers-only': '`{name}` is for servers: there are no channels or roles here. Nothing was changed.',
	'answer.setting-list-value': {
		one: '`{name}` takes a list of at most {count}, such as {takes}; a dash denies. Nothing was changed.',
		other: '`{name}` takes a list of at most {count}, such as {takes}; a dash denies. Nothing was changed.',
	},
	'answer.setting-list-saved':
		'Saved: `{name}` is now {value}. With any allowed one all others are denied; − is denied.',
	'answer.setting-rules-full': {
		one: 'There is room for {count} rule in all. Nothing was changed.',
		other: 'There is room for {count} rules in all. Nothing was changed.',
	},
	'answer.reply-denied': 'I do not answer that here.',
	'notice.lost': 'I was interrupted before I could answer. Please ask again.',
	'notice.cooldown-user': 'I can answer you again {until}.',
	'notice.cooldown-channel': 'I can answer in this channel again {until}.',
	'notice.cooldown-server': 'I can answer in this server again {until}.',
	'notice.quota-user': {
		one: 'You have had your {count} reply for today. The count begins again {until}.',
		other: 'You have had your {count} replies for today. The count begins again {until}.',
	},
	'notice.quota-channel': {
		one: 'This channel has had its {count} reply for today. The count begins again {until}.',
		other: 'This channel has had its {count} replies for today. The count begins again {until}.',
	},
	'notice.quota-server': {
		one: 'This server has had its {count} reply for today. The count begins again {until}.',
		other: 'This server has had its {count} replies for today. The count begins again {until}.',
	},
	'notice.near-limit-user': {
		one: '{used} of your {count} reply for today is used. The count begins again {until}.',
		other: '{used} of your {count} replies for today are used. The count begins again {until}.',
	},
	'notice.near-limit-channel': {
		one: "{used} of this channel's {count} reply for today is used. The count begins again {until}.",
		other: "{used} of this channel's {count} replies for today are used. The count begins again {until}.",
	},
	'notice.near-limit-server': {
		one: "{used} of this server's {count} reply for today is used. The count begins again {until}.",
		other: "{used} of this server's {count} replies for today are used. The count begins again {until}.",
	},
} as const;
