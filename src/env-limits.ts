/** The variables that bound what a person, a server and a reply may take. */
import { count, milliseconds } from './env-kinds.ts';

/** As many as the database takes of one scope. */
const STOP_STRINGS_MOST = 40;

/** Characters that every provider takes in a stop string. */
const STOP_STRING_CHARACTERS_MOST = 200;

/** In the order of `.env.example`. */
export const LIMIT_VARIABLES = {
	MAX_FLUSH_COUNT: count(40, 500, 1).meta({
		description: 'Messages that one reply may have; what the model writes beyond them is dropped. 0 is not allowed.',
		example: '40',
	}),
	CHANNEL_LOCK_TIMEOUT_MS: milliseconds(180_000, 1_000).meta({
		description: 'A turn that takes longer is ended, so that its channel goes on; less than 1000 is not allowed.',
		example: '180000',
	}),
	STREAM_SDK_CALL_TIMEOUT_MS: milliseconds(120_000, 1_000).meta({
		description:
			'One attempt of a model that takes longer is ended, and a fallback may follow; less than 1000 is not allowed.',
		example: '120000',
	}),
	MAX_FOLLOW_UP_INTERRUPTS: count(3, 100).meta({
		description:
			'How often further lines, or edits, may begin a reply anew that was not yet asked for; 0 has them wait.',
		example: '3',
	}),
	MAX_USER_ACTIVE_MESSAGES: count(3, 10_000, 1).meta({
		description:
			'Messages of one person that are answered or wait; a further one that had to wait is not taken. 0 is not allowed.',
		example: '3',
	}),
	MAX_SERVER_ACTIVE_MESSAGES: count(10, 10_000, 1).meta({
		description: 'The same for all people of one server; 0 is not allowed.',
		example: '10',
	}),
	BOT_MAX_STOP_STRINGS_PER_SERVER: count(40, STOP_STRINGS_MOST).meta({
		description: 'Stop strings that a server, or a person, may set; 0 takes none.',
		example: '40',
	}),
	BOT_MAX_STOP_STRING_LENGTH: count(200, STOP_STRING_CHARACTERS_MOST, 1).meta({
		description: 'Characters of one stop string; 0 is not allowed.',
		example: '200',
	}),
};
