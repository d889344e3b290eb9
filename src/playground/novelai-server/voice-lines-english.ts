/** The stand-in's English phrase book. */

import type { VoiceLines } from './voice-lines.ts';

/** English. */
export const englishLines: VoiceLines = {
	phrases: {
		identity: [
			"I answer to {name}, {speaker}, but what you are talking to is a stand-in. A small script writes these lines in NovelAI's place.",
			'{name}, at least in costume. Behind it sits a stand-in, a loopback script that reads the prompt and improvises a little.',
			'Honest answer, {speaker}? A stand-in for NovelAI with the name {name} on its badge. With a real key, the real model would be speaking here.',
		],
		greeting: [
			'Hello, {speaker}! Good to see you here.',
			'Hey there, {speaker}. You picked a fine moment to drop by.',
			'{speaker}! Come in, come in, there is plenty of room.',
			'Hi, {speaker}. I was just looking for someone to talk to.',
			'Well met, {speaker}. What shall we get up to?',
			'Oh, hi {speaker}! Pull up a chair.',
		],
		thanks: [
			'Any time, {speaker}.',
			'You are welcome, {speaker}. That was an easy one.',
			'No trouble at all, {speaker}! Ask again whenever you like.',
			'Glad that helped, {speaker}.',
		],
		farewell: [
			'See you, {speaker}. The light stays on.',
			'Good night, {speaker}! Mind the step on the way out.',
			'Take care, {speaker}. We can pick this up right here next time.',
			'Until next time, {speaker}.',
		],
		code: [
			'Here is a small one to start from, {speaker}.',
			'Sure, {speaker}, something short that you can grow.',
			'I kept it tiny, {speaker}, so that nothing hides in it.',
		],
		joke: [
			'Why did the bot cross the server, {speaker}? To get to the other channel.',
			'I know one about a rate limit, {speaker}, but I have to tell it slowly.',
			'A token walks into a bar, {speaker}, and the bartender says that the window is already full.',
			'What does a loopback server sing in the shower, {speaker}? Echo, of course.',
		],
		story: [
			'Once there was a lighthouse keeper who collected lost words, {speaker}. One evening the word "{topic}" washed ashore, still warm, and nobody came to claim it.',
			'Picture it, {speaker}. A narrow street, rain on the tiles, and a door with "{topic}" painted on it in gold. Somebody had left it ajar.',
			'It begins on a night train, {speaker}, with a passenger who remembers every station except the last one.',
		],
		sum: [
			'That makes {sum}, {speaker}.',
			'{sum}. I counted twice, {speaker}, once on each hand.',
			'Easy one, {speaker}, it is {sum}.',
		],
		choice: [
			'{choice}, without a second thought, {speaker}.',
			'Hmm, I would go with {choice}, {speaker}. The other one can wait for a rainy day.',
			'{choice}. Ask me tomorrow and I may well say the same, {speaker}.',
		],
		name: ['You are {speaker}, it says so on every line you send.', 'That is easy, you are {speaker}.'],
		earlier: [
			'I do, {speaker}. You said "{earlier}", not so long ago.',
			'A while back you told me "{earlier}", {speaker}. Is that the one you mean?',
			'If I scroll up in my head, {speaker}, I find "{earlier}".',
		],
		note: [
			'I have something about that, {speaker}. "{note}"',
			'My notes have a line on {topic}, {speaker}. "{note}"',
			'Wait, {speaker}, that is written down here. "{note}"',
		],
		low: [
			'That sounds heavy, {speaker}. Sit down for a moment and tell it from the beginning.',
			'A day like that deserves a warm drink, {speaker}. What was the worst part?',
			'No hurry, {speaker}. We can talk about it, or about something else entirely.',
		],
		question: [
			'"{quote}" is a good question, {speaker}. My guess is that {topic} is only half of the answer.',
			'If you ask me about {topic}, {speaker}, I would start small and see what happens.',
			'Now you have me curious about {topic} too, {speaker}.',
			'People have argued about {topic} for longer than this channel exists, {speaker}. I would say it depends on the weather.',
			'I would rather talk about {liked}, {speaker}, but {topic} deserves an answer. Yes, with a small maybe at the end.',
			'Let me think, {speaker}. With {topic}, the simple explanation usually wins.',
		],
		cheer: [
			'"{quote}" – now that is the spirit, {speaker}!',
			'Ha, {speaker}, say it again, louder!',
			'That calls for a small celebration, {speaker}. I will bring the paper hats.',
		],
		statement: [
			'So {topic} is on your mind, {speaker}.',
			'"{quote}", you say? Go on, {speaker}, I want the long version.',
			'You know, {speaker}, I had not looked at {topic} that way before.',
			'That reminds me of {liked}, {speaker}, although I could not tell you why.',
			'Noted, {speaker}. {topic} goes on the list, right at the top.',
			'Hm, "{quote}". There is a story behind that, {speaker}, I can tell.',
			'Fair enough, {speaker}. I would have put {topic} in second place myself.',
		],
		nothing: [
			'I am only a stand-in, {speaker}, and I could not make much of that one. Try a few words and I will do better.',
			'That one went over my head, {speaker}. I am a stand-in, a small script that lives on words.',
		],
	},
	followUps: [
		'What made you think of it?',
		'And then?',
		'What would you do?',
		'Tell me one detail that nobody else would notice.',
		'How long has that been going on?',
		'I will keep it in mind.',
		'Shall we ask the others?',
	],
	actions: [
		'*tilts a curious head*',
		'*looks up from a half-finished cup of tea*',
		'*taps the table twice, thinking*',
		'*leans back and grins*',
		'*turns a page without reading it*',
		'*hums for a second*',
	],
	introductions: [
		"One thing before we start. I am a stand-in, a small script in NovelAI's place, so expect play and no depth.",
		'Just so you know, there is no NovelAI behind this. I am a stand-in that makes up lines from what it is sent.',
	],
	introductionMark: 'stand-in',
	somebody: 'friend',
	runOn: ['That makes sense.', 'Hm, go on.', 'I will think about it.'],
	thought: 'A short answer in character will do.',
};
