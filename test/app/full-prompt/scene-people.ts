/** Who is in the scene, and when it happens. */
import type { LineageId, PersonaId, ServerId } from '#domain/ids';
import { EMPTY_ATTG, type Persona } from '#domain/persona';
import { person, webhookAuthor } from '../../support/chat-message.ts';

const minuteMs = 60_000;

/** Sunday, July 12, 2026, 18:30 in Berlin. */
export const NOW_MS = Date.UTC(2026, 6, 12, 16, 30);

/** So many minutes behind the noon of that many days ago, in Berlin. */
export function daysAgo(days: number, minutes = 0): number {
	return Date.UTC(2026, 6, 12 - days, 10) + minutes * minuteMs;
}

/** The persona that answers. */
export const TOMORI: Persona = {
	id: 1 as PersonaId,
	serverId: 1 as ServerId,
	lineageId: 7 as LineageId,
	isAlter: false,
	name: 'Tomori',
	attributes: ['{bot} is a shy lighthouse keeper.', 'She shows her {{random:stones,stones}} to {user}.'],
	samples: [
		{ user: 'what do you collect?', persona: 'Tomori: Stones, Mostly. *holds one out*' },
		{ user: null, persona: 'The Fog Is Late Today.' },
	],
	triggerWords: [],
	aliases: ['Tomo'],
	attg: { ...EMPTY_ATTG, author: 'Jane Doe', genre: 'slice of life' },
};

/** Another persona of the server. */
export const KURO: Persona = {
	...TOMORI,
	id: 2 as PersonaId,
	lineageId: 8 as LineageId,
	isAlter: true,
	name: 'Kuro',
	aliases: [],
	attributes: [],
	samples: [],
};

/** Asked the server to call her Ellen; Discord shows another name. */
export const ELLEN = { ...person('11', 'Captain Ellen'), username: 'ellen_89' };
export const BO = person('12', 'Bo');
/** Blocked. */
export const MAX = person('13', 'Max');
/** Muted. */
export const KIM = person('14', 'Kim');
/** Stays out of every context. */
export const ZOE = person('15', 'Zoe');
export const NOA = person('16', 'Noa');

export const KURO_WEBHOOK = webhookAuthor('Kuro');
/** Tomori in Ellen's look. */
export const COPIED_WEBHOOK = webhookAuthor('Tomori (Ellen)');
