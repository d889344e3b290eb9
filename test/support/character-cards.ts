/** Three characters written for the tests and free for anyone, and their cards in every version and container. */
import { deflateSync } from 'node:zlib';
import { chunk, pngWith, textChunk } from './png-file.ts';
import { zipWith } from './zip-file.ts';

/** A card of a version, and the file that holds it. */
export interface CardFileCase {
	readonly name: string;
	readonly filename: string;
	readonly bytes: Buffer;
	/** V1 has no lorebook. */
	readonly hasBook: boolean;
}

/** A character's fields as V2 and V3 have them in `data`. */
export interface CharacterData {
	readonly name: string;
	readonly description: string;
	readonly personality: string;
	readonly scenario: string;
	readonly first_mes: string;
	readonly mes_example: string;
	readonly [field: string]: unknown;
}

const common = {
	creator_notes: 'Written for tests. “Free for anyone” – 自由に。',
	system_prompt: '',
	post_history_instructions: '',
	alternate_greetings: ['Second greeting 🌅'],
	tags: ['test', '試験'],
	creator: 'nobody',
	character_version: '1.0',
	extensions: { depth_prompt: { prompt: '', depth: 4, role: 'system' }, fav: false },
};

const lampKeeper: CharacterData = {
	...common,
	name: 'Ondine the Lamp Keeper',
	description:
		'{{char}} keeps a lighthouse at the end of the world.\n\n\tShe counts ships — and never tells {{user}} how many.',
	personality: 'patient, dry, kind',
	scenario: 'A storm. {{user}} knocks at the door.',
	first_mes: 'You are late. The kettle is not.',
	mes_example:
		'<START>\n{{user}}: Is it cold up there?\n{{char}}: Only when the lamp is out.\n{{user}}: And lonely?\n{{char}}: *shrugs*\nAsk the gulls.',
	character_book: {
		name: 'Lighthouse',
		extensions: {},
		entries: [
			{
				keys: ['tower'],
				content: 'The tower is red.',
				extensions: {},
				enabled: true,
				insertion_order: 5,
				name: 'Tower',
			},
			{
				keys: ['sea', 'water'],
				secondary_keys: ['storm'],
				selective: true,
				content: '{{char}} fears the sea in storms.',
				extensions: { selectiveLogic: 3, match_whole_words: false, scan_depth: 3, case_sensitive: true },
				enabled: true,
				insertion_order: 7,
				position: 'after_char',
				constant: false,
			},
			{ keys: [], content: 'It always rains here.', extensions: {}, enabled: true, insertion_order: 1, constant: true },
			{ keys: ['ghost'], content: 'Nobody knows.', extensions: {}, enabled: false, insertion_order: 100 },
			{
				keys: ['/gull(s)?, white/i'],
				content: 'Gulls.',
				extensions: {},
				enabled: true,
				insertion_order: 9,
				use_regex: true,
			},
		],
	},
};

const foxGirl: CharacterData = {
	...common,
	name: '灯狐 🦊🏮',
	description: '{{char}}は小さな社を守る狐。“尾は九本”と言い張るが、数えると三本。👩🏽‍🚀も好き。',
	personality: 'いたずら好き、寂しがり屋',
	scenario: '',
	first_mes: 'こん。',
	mes_example: '<START>\n{{user}}：　誰？\n{{char}}：　箒を持った狐だよ。',
	character_book: {
		extensions: {},
		entries: [
			{
				keys: ['社', '神社'],
				content: '社は“赤い” – 高さ3尺 🗼。',
				extensions: {},
				enabled: true,
				insertion_order: 10,
			},
			{ keys: ['尾'], content: '尾は三本しかない。', extensions: {}, enabled: true, insertion_order: 20 },
		],
	},
};

const clockwork: CharacterData = {
	...common,
	name: 'Señor Engrenagem',
	description: 'Um relógio que anda: {{char}} dá corda em si mesmo.\r\nÀs vezes atrasa — “só um pouco”.',
	personality: '',
	scenario: 'A praça, ao meio-dia.',
	first_mes: 'Tique.',
	system_prompt: '{{original}}\nFale pouco, {{char}}.',
	extensions: { depth_prompt: { prompt: 'São quase doze.', depth: 2, role: 'system' } },
	mes_example: '{{char}}: Taque.\n<START>\n{{user}}: Que horas são?\n{{char}}: Quase.',
};

/** All three, as `data`. */
export const CHARACTERS: readonly CharacterData[] = [lampKeeper, foxGirl, clockwork];

const v1 = ({ name, description, personality, scenario, first_mes, mes_example }: CharacterData) => ({
	...{ name, description, personality, scenario, first_mes, mes_example },
});
const v2 = (data: CharacterData) => ({ spec: 'chara_card_v2', spec_version: '2.0', data });
const v3 = (data: CharacterData) => ({
	spec: 'chara_card_v3',
	spec_version: '3.0',
	data: {
		...data,
		group_only_greetings: [],
		assets: [{ type: 'icon', uri: 'embeded://assets/icon/main.png', name: 'main', ext: 'png' }],
	},
});

const base64 = (json: unknown): string => Buffer.from(JSON.stringify(json), 'utf8').toString('base64');

function pictures(json: unknown, keyword: string): Readonly<Record<string, Buffer>> {
	const text = base64(json);
	const packed = deflateSync(text);
	return {
		'tEXt before': pngWith([textChunk(keyword, text)], 'before'),
		'tEXt after': pngWith([textChunk(keyword, text)], 'after'),
		zTXt: pngWith([chunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), packed]))], 'after'),
		iTXt: pngWith([chunk('iTXt', Buffer.from(`${keyword}\0\0\0en\0x\0${text}`, 'latin1'))], 'before'),
		'packed iTXt': pngWith([chunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\x01\0\0\0`), packed]))], 'after'),
	};
}

/** A card in an archive, with a picture. */
export function charxOf(json: unknown, picture = pngWith([], 'after')): Buffer {
	return zipWith([
		{ name: 'assets/icon/main.png', data: picture, isStored: true },
		{ name: 'card.json', data: Buffer.from(JSON.stringify(json)) },
	]);
}

/** Every file that a character comes in. */
export function cardFiles(data: CharacterData): readonly CardFileCase[] {
	const hasBook = data['character_book'] !== undefined;
	const cards = { V1: v1(data), V2: v2(data), V3: v3(data) };
	const files = Object.entries(cards).flatMap(([version, json]) => {
		const book = hasBook && version !== 'V1';
		const file = (name: string, filename: string, bytes: Buffer): CardFileCase => ({
			name: `${data.name}, ${version}, ${name}`,
			filename,
			bytes,
			hasBook: book,
		});
		const inPictures = Object.entries(pictures(json, version === 'V3' ? 'ccv3' : 'chara'));
		return [
			file('JSON', 'card.json', Buffer.from(JSON.stringify(json, null, 2))),
			file('JSON behind a byte order mark', 'card.json', Buffer.from(`\uFEFF${JSON.stringify(json)}`)),
			...inPictures.map(([name, bytes]) => file(name, 'card.png', bytes)),
		];
	});
	const charx = { name: `${data.name}, V3, CHARX`, filename: 'card.charx', bytes: charxOf(cards.V3), hasBook };
	return [...files, charx];
}
