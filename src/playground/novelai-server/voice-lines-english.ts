/** The stand-in's English phrase book. */

import type { VoiceLines } from './voice-lines.ts';
import { englishPhrases } from './voice-phrases-english.ts';

/** English. */
export const englishLines: VoiceLines = {
	phrases: englishPhrases,
	followUps: ['What made you think of it?', 'And then?', 'I will remember that.', 'Tell me more.'],
	turnBacks: ['What do you think?', 'Why do you ask?'],
	actions: [
		'*tilts head*',
		'*looks up from a cup of tea*',
		'*leans back and grins*',
		'*hums for a second*',
		'*nods slowly*',
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
