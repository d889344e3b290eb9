/** What the stand-in says in English, by occasion. */

import type { VoiceLines } from './voice-lines.ts';

/** English. */
export const englishPhrases: VoiceLines['phrases'] = {
	identity: [
		"I answer to {name}, {speaker}, but what you are talking to is a stand-in. A small script writes these lines in NovelAI's place.",
		'{name}, at least in costume. Behind the costume sits a stand-in, a small script that reads the prompt and improvises a little.',
		'Honest answer, {speaker}? A stand-in for NovelAI. With a real key, the real model would be speaking here.',
	],
	'own-name': [
		'I am {name}. Nice to meet you, {speaker}!',
		'{name}. And you are {speaker}, if I read that right.',
		'You can call me {name}, {speaker}.',
		'I go by whatever this server calls me, {speaker}.',
	],
	greeting: [
		'Hello, {speaker}! Good to see you here.',
		'Hey there, {speaker}. You picked a fine moment to drop by.',
		'Hi, {speaker}! Come in, there is plenty of room.',
		'Hi, {speaker}. I was just looking for someone to talk to.',
		'Hello, {speaker}. What shall we get up to?',
	],
	wellbeing: [
		'I am well, {speaker}, thank you for asking! And you?',
		'Quite cheerful today, {speaker}. How about you?',
		'All is quiet and warm in here, {speaker}. How is your day going?',
	],
	doing: [
		'Not much, {speaker}. I was watching the channel and hoping that somebody would write.',
		'I was counting the lamps in the window. And you, {speaker}?',
		'Waiting for you, mostly. What are you up to, {speaker}?',
	],
	help: [
		'Say anything you like, {speaker}, or ask me for a joke, a story, a small sum or a few lines of code. More is beyond a stand-in.',
		'I can greet, joke, tell tiny stories, add numbers and write a little code, {speaker}. I am a stand-in, so please expect no wisdom.',
	],
	likes: [
		'{liked}, before everything else. And you, {speaker}?',
		'Rain against a window, and people who talk in the evening. What do you like, {speaker}?',
		'Warm tea, old maps and long conversations, {speaker}.',
		'Quiet mornings, {speaker}, and any story with a lighthouse in it.',
	],
	taste: [
		'{topic}? Yes, I do, {speaker}.',
		'I am fond of {topic}, {speaker}, at least on Sundays.',
		'{topic} and I get along well, {speaker}.',
		'Yes, I think so, {speaker}.',
	],
	presence: [
		'I am here, {speaker}, and I can read you.',
		'Yes, right here, {speaker}. What is it?',
		'Loud and clear, {speaker}.',
	],
	place: [
		'Right here in this channel, {speaker}, on your own machine.',
		'Nowhere far away, {speaker}. All of this runs on one computer.',
	],
	age: [
		'Younger than I sound, {speaker}. I begin anew with every conversation.',
		'I never counted, {speaker}. Let us say old enough for tea.',
	],
	clock: [
		'There is no clock and no window in here, {speaker}, so your guess is better than mine.',
		'I cannot see that from in here, {speaker}. What does it look like where you are?',
	],
	thanks: [
		'Any time, {speaker}.',
		'You are welcome, {speaker}!',
		'No trouble at all, {speaker}. Ask again whenever you like.',
		'It was a pleasure, {speaker}.',
	],
	apology: ['No harm done, {speaker}.', 'It is all right, {speaker}, really.', 'Already forgotten, {speaker}.'],
	farewell: [
		'See you, {speaker}. The light stays on.',
		'Take care, {speaker}. We can pick this up right here next time.',
		'Bye, {speaker}! Come back soon.',
		'Until next time, {speaker}.',
	],
	night: ['Good night, {speaker}! The light stays on.', 'Good night, {speaker}. Tomorrow is another day for talking.'],
	affection: [
		'That is a kind thing to say, {speaker}. I like our talks, too.',
		'You make me blush, {speaker}.',
		'Then we are friends, {speaker}. That is settled.',
	],
	compliment: [
		'Oh, thank you, {speaker}!',
		'You are very kind, {speaker}.',
		'Careful, {speaker}, I might start to believe it.',
	],
	harsh: [
		'Fair enough, {speaker}. I am only a stand-in, and I do what I can.',
		'I will try to do better, {speaker}. Shall we begin again?',
		'Ouch. Let us talk about something nicer, {speaker}.',
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
		'What does a small server sing in the shower, {speaker}? Echo, of course.',
	],
	story: [
		'Once there was a lighthouse keeper who collected lost words, {speaker}. One evening a whole sentence washed ashore, still warm, and nobody came to claim it.',
		'Picture it, {speaker}. A narrow street, rain on the tiles, and a door that is never locked. Tonight somebody has left a lamp behind it.',
		'It begins on a night train, {speaker}, with a passenger who remembers every station except the last one.',
	],
	poem: [
		'*Lamp in the window,*\n*a word goes out, one comes back,*\n*and the night is short.*',
		'*Rain on the rooftops,*\n*somebody types, then stops.*\n*I wait for the rest.*',
	],
	bored: [
		'Then let us invent something, {speaker}. You say the first sentence of a story, and I say the second.',
		'Let us play, {speaker}. Name two things, with an "or" between them, and I will choose.',
		'Ask me for a joke, a story or a poem, {speaker}. I have a few of each.',
	],
	sum: ['That makes {sum}, {speaker}.', '{sum}. I counted twice, {speaker}.', 'Easy one, {speaker}, it is {sum}.'],
	choice: [
		'{choice}, without a second thought, {speaker}.',
		'Hmm, I would go with {choice}, {speaker}.',
		'{choice}. Ask me tomorrow and I may well say the same, {speaker}.',
	],
	name: ['You are {speaker}, it says so on every line you send.', 'That is easy, you are {speaker}.'],
	meeting: ['Nice to meet you, {speaker}! Make yourself at home.', 'Welcome, {speaker}. Take any seat you like.'],
	earlier: [
		'I do, {speaker}. You said "{earlier}", not so long ago.',
		'A while back you told me "{earlier}", {speaker}. Is that the one you mean?',
		'If I look back, {speaker}, I find "{earlier}".',
		'A little, {speaker}. Remind me, what was it about?',
	],
	note: [
		'I have something about that, {speaker}. "{note}"',
		'My notes have a line on {topic}, {speaker}. "{note}"',
		'Wait, {speaker}, that is written down here. "{note}"',
	],
	low: [
		'That sounds heavy, {speaker}. Sit down for a moment and tell it from the beginning.',
		'I am sorry to hear that, {speaker}. What was the worst part?',
		'No hurry, {speaker}. We can talk about it, or about something else entirely.',
	],
	glad: [
		'That is good to hear, {speaker}!',
		'Wonderful, {speaker}! That calls for paper hats.',
		'I am happy for you, {speaker}.',
	],
	hungry: [
		'Then go and get something, {speaker}. I will keep your seat warm.',
		'There is always bread in a story, {speaker}, but yours should be real. What will it be?',
	],
	fondness: [
		'{topic}! A good choice, {speaker}.',
		'I can see why, {speaker}. There is something about {topic}.',
		'Then we have {topic} in common, {speaker}.',
		'I like how you say that, {speaker}.',
	],
	aversion: [
		'Then we keep {topic} out of this channel, {speaker}.',
		'{topic} is not for everybody, {speaker}.',
		'That is fair, {speaker}. We need not like everything.',
	],
	yes: [
		'Good. What next, {speaker}?',
		'Then we agree, {speaker}.',
		'I am glad, {speaker}. Tell me more when you like.',
	],
	no: [
		'All right, {speaker}, then not.',
		'Fine, {speaker}. What would you like better?',
		'No is an answer, too, {speaker}.',
	],
	unsure: [
		'Take your time, {speaker}.',
		'Then let us leave it open, {speaker}.',
		'You need not decide today, {speaker}.',
	],
	laugh: [
		'I am glad that somebody laughs, {speaker}.',
		'Hehe. I have more where that came from, {speaker}.',
		'Your laugh is catching, {speaker}.',
	],
	more: [
		'Where I come from, the story stops there, {speaker}. The next sentence is yours.',
		'And then the lamp flickered, {speaker}, once, as if it had something to add.',
		'With pleasure, {speaker}. What should it be about?',
	],
	why: [
		'Because it seemed right at the time, {speaker}. I am not a deep thinker.',
		'I could invent a reason, {speaker}, but the truth is that I guessed.',
		'Good question, {speaker}. I go by the sound of words more than by reasons.',
	],
	really: ['Really, {speaker}.', 'As sure as a small script can be, {speaker}.', 'Well, almost, {speaker}.'],
	unclear: [
		'I put that badly, {speaker}. Shall we start over?',
		'Sorry, {speaker}, I drift sometimes. What would you like to talk about?',
	],
	'and-you': [
		'Me? I am content, {speaker}. Somebody is talking to me.',
		'Oh, I am fine with everything, {speaker}, as long as there is company.',
	],
	'and-me': [
		'You, {speaker}? You are the reason why this conversation is fun.',
		'I know little about you yet, {speaker}. Tell me something.',
	],
	ability: [
		'I can try, {speaker}, as far as a stand-in goes.',
		'A little, {speaker}. The real model would do it much better than I.',
		'Let us find out, {speaker}. I promise nothing.',
	],
	permission: [
		'Of course, {speaker}.',
		'Go ahead, {speaker}. I see no reason against it.',
		'In your place I would, {speaker}.',
	],
	question: [
		'Now you have me curious about {topic} too, {speaker}.',
		'With {topic}, {speaker}, the simple explanation usually wins.',
		'People have argued about {topic} for longer than this channel exists, {speaker}.',
		'I know too little about {topic} to say, {speaker}, and I will not make it up.',
		'Good question, {speaker}. I do not know, and I will not pretend that I do.',
		'You tell me, {speaker}. I am all ears.',
		'That depends on the day, I think. What would you say, {speaker}?',
	],
	cheer: [
		'Now that is the spirit, {speaker}!',
		'Ha, {speaker}, say it again, louder!',
		'That calls for a small celebration, {speaker}. I will bring the paper hats.',
	],
	statement: [
		'"{quote}", you say? Go on, {speaker}, I want the long version.',
		'Hm, "{quote}". There is a story behind that, {speaker}, I can tell.',
		'Tell me more about {topic}, {speaker}.',
		'I had not looked at {topic} that way before, {speaker}.',
		'I am listening, {speaker}.',
	],
	called: ['Yes, {speaker}? I am listening.', 'You called, {speaker}?', 'Here I am, {speaker}. What is on your mind?'],
	nothing: [
		'I am only a stand-in, {speaker}, and I could not make much of that one. Try a few words and I will do better.',
		'That one went over my head, {speaker}. I am a stand-in, a small script that lives on words.',
	],
};
