/** The application's own emoji: names, pictures and their number within Discord's limits. */
import type { APIEmoji } from 'discord-api-types/v10';
import { discordError, type FormComplaint, invalidForm } from '../discord-error.ts';
import type { StoredEmoji } from '../records.ts';
import type { World } from '../world.ts';
import { answer, noContent, type RestCall, type Route } from './router.ts';

const emojisMax = 2_000;
const pictureBytesMax = 262_144;
const pictureShape = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** How files of each type begin: Discord looks at the bytes, whatever type was said. */
const beginnings: Readonly<Record<string, string>> = {
	'image/png': '89504e47',
	'image/jpeg': 'ffd8ff',
	'image/gif': '474946',
	'image/webp': '52494646',
};

function emojiJson(world: World, { id, name }: StoredEmoji): APIEmoji {
	const common = { roles: [], require_colons: true, managed: false, animated: false, available: true };
	return { id, name, ...common, user: world.application.bot };
}

function complaintsAboutName(world: World, name: unknown, ownId: string | null): FormComplaint[] {
	const path = ['name'];
	if (typeof name !== 'string' || name.length < 2 || name.length > 32) {
		return [{ path, code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 2 and 32 in length.' }];
	}
	if (!/^\w+$/.test(name)) {
		return [{ path, code: 'STRING_TYPE_REGEX', message: 'String value did not match validation regex.' }];
	}
	const isTaken = [...world.emojis.values()].some((emoji) => emoji.name === name && emoji.id !== ownId);
	if (!isTaken) return [];
	return [{ path, code: 'APPLICATION_EMOJI_NAME_ALREADY_TAKEN', message: 'This emoji name is already taken' }];
}

function readPicture(image: unknown): { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string } {
	const path = ['image'];
	const [, encoded = ''] = typeof image === 'string' ? (pictureShape.exec(image) ?? []) : [];
	const bytes = new Uint8Array(Buffer.from(encoded, 'base64'));
	const beginning = Buffer.from(bytes.subarray(0, 4)).toString('hex');
	const contentType = Object.keys(beginnings).find((type) => beginning.startsWith(beginnings[type] ?? '-'));
	if (contentType === undefined) throw invalidForm([{ path, code: 'IMAGE_INVALID', message: 'Invalid image data' }]);
	if (bytes.length > pictureBytesMax) {
		const message = 'File cannot be larger than 256.0 kb.';
		throw invalidForm([{ path, code: 'BINARY_TYPE_MAX_SIZE', message }]);
	}
	return { bytes, contentType };
}

function requireOwn({ world, param }: RestCall): void {
	if (param('application') !== world.application.id) throw discordError(50001);
}

function addEmoji(call: RestCall): APIEmoji {
	const { world, body } = call;
	requireOwn(call);
	const complaints = complaintsAboutName(world, body['name'], null);
	if (complaints.length > 0) throw invalidForm(complaints);
	const picture = readPicture(body['image']);
	if (world.emojis.size >= emojisMax) throw discordError(30008);
	const emoji = { id: world.ids.next(), name: String(body['name']), ...picture };
	world.emojis.set(emoji.id, emoji);
	return emojiJson(world, emoji);
}

function emojiOf(call: RestCall): StoredEmoji {
	requireOwn(call);
	const emoji = call.world.emojis.get(call.param('emoji'));
	if (emoji === undefined) throw discordError(10014);
	return emoji;
}

function renameEmoji(call: RestCall): APIEmoji {
	const emoji = emojiOf(call);
	const complaints = complaintsAboutName(call.world, call.body['name'], emoji.id);
	if (complaints.length > 0) throw invalidForm(complaints);
	const renamed = { ...emoji, name: String(call.body['name']) };
	call.world.emojis.set(emoji.id, renamed);
	return emojiJson(call.world, renamed);
}

const emojisPath = '/applications/:application/emojis';

/** The routes of the application's emoji. */
export const emojiRoutes: readonly Route[] = [
	{
		method: 'GET',
		pattern: emojisPath,
		handle: (call) => {
			requireOwn(call);
			return answer({ items: [...call.world.emojis.values()].map((emoji) => emojiJson(call.world, emoji)) });
		},
	},
	{ method: 'POST', pattern: emojisPath, handle: (call) => answer(addEmoji(call), 201) },
	{
		method: 'GET',
		pattern: `${emojisPath}/:emoji`,
		handle: (call) => answer(emojiJson(call.world, emojiOf(call))),
	},
	{ method: 'PATCH', pattern: `${emojisPath}/:emoji`, handle: (call) => answer(renameEmoji(call)) },
	{
		method: 'DELETE',
		pattern: `${emojisPath}/:emoji`,
		handle: (call) => {
			call.world.emojis.delete(emojiOf(call).id);
			return noContent;
		},
	},
];
