/** The callback of an interaction: at most one, within three seconds, of the types 4 to 9. */
import { discordError, invalidForm } from '../discord-error.ts';
import type { InteractionRecord } from '../interaction-record.ts';
import type { MessageRecord } from '../records.ts';
import { presentMessage } from '../store-message.ts';
import type { World } from '../world.ts';
import { applyEdit, loadingFlag } from './apply-edit.ts';
import { complaintsAboutComponents } from './component-form.ts';
import { noteOriginal, storeInteractionMessage } from './interaction-messages.ts';
import { tooLong } from './message-form.ts';
import { type Body, isObject } from './read-body.ts';
import { answer, noContent, type RestAnswer, type RestCall, type Route } from './router.ts';

/** How long Discord waits for the first answer. */
export const acknowledgeWithinMs = 3_000;

const choicesMax = 25;

function found(world: World, id: string, token: string): InteractionRecord {
	const interaction = world.interactions.get(id);
	if (interaction === undefined || interaction.token !== token) throw discordError(10062);
	if (interaction.callback !== null) throw discordError(40060);
	if (world.clock.now() - interaction.createdAtMs > acknowledgeWithinMs) throw discordError(10062);
	return interaction;
}

function checkChoices(data: Body): void {
	const choices = Array.isArray(data['choices']) ? data['choices'].filter(isObject) : [];
	const complaints = choices.flatMap((choice, index) => [
		...tooLong(choice['name'], 100, ['data', 'choices', index, 'name']),
		...tooLong(choice['value'], 100, ['data', 'choices', index, 'value']),
	]);
	if (choices.length > choicesMax) {
		const message = `Must be ${choicesMax} or fewer in length.`;
		complaints.push({ path: ['data', 'choices'], code: 'BASE_TYPE_MAX_LENGTH', message });
	}
	if (complaints.length > 0) throw invalidForm(complaints);
}

function checkModal(data: Body): void {
	const complaints = [...tooLong(data['title'], 45, ['title']), ...tooLong(data['custom_id'], 100, ['custom_id'])];
	complaints.push(...complaintsAboutComponents(data['components']));
	for (const name of ['title', 'custom_id']) {
		if (typeof data[name] !== 'string' || data[name] === '') {
			complaints.push({ path: [name], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' });
		}
	}
	const rows = Array.isArray(data['components']) ? data['components'].length : 0;
	if (rows < 1 || rows > 5) {
		complaints.push({
			path: ['components'],
			code: 'BASE_TYPE_BAD_LENGTH',
			message: 'Must be between 1 and 5 in length.',
		});
	}
	const nested = complaints.map((complaint) => ({ ...complaint, path: ['data', ...complaint.path] }));
	if (nested.length > 0) throw invalidForm(nested);
}

/** Which callback types an interaction type takes: commands, components, autocomplete, modals. */
const allowedTypes: Readonly<Record<number, readonly number[]>> = {
	2: [4, 5, 9],
	3: [4, 5, 6, 7, 9],
	4: [8],
	5: [4, 5, 6, 7],
};

/** Does what the callback asks; the message it made or changed, or null for none. */
function perform(
	call: RestCall,
	interaction: InteractionRecord,
	callback: { type: number; data: Body },
): MessageRecord | null {
	const { type, data } = callback;
	if (type === 4 || type === 5) {
		return storeInteractionMessage(call, interaction, {
			body: data,
			deferred: type === 5,
			replyTo: null,
			within: ['data'],
		});
	}
	if (type === 8) checkChoices(data);
	if (type === 9) checkModal(data);
	if (type === 7 && interaction.source !== null) applyEdit({ ...call, body: data }, interaction.source);
	return type === 6 || type === 7 ? interaction.source : null;
}

function respond(call: RestCall): RestAnswer {
	const { world, body } = call;
	const interaction = found(world, call.param('interaction'), call.param('token'));
	const type = Number(body['type']);
	const data = isObject(body['data']) ? body['data'] : {};
	const updatesNothing = (type === 6 || type === 7) && interaction.source === null;
	if (allowedTypes[interaction.type]?.includes(type) !== true || updatesNothing) {
		const message = `Interaction callback type ${type} is not valid for an interaction of type ${interaction.type}.`;
		throw invalidForm([{ path: ['type'], code: 'INTERACTION_CALLBACK_TYPE_INVALID', message }]);
	}
	const record = perform(call, interaction, { type, data });
	interaction.callback = { type, data, atMs: world.clock.now() };
	interaction.original = record;
	if (record !== null && type !== 6) noteOriginal(world, interaction, record);
	else world.announce({ kind: 'interaction-response', interaction });
	if (call.query.get('with_response') !== 'true') return noContent;
	const message = record === null ? undefined : presentMessage(world, record);
	const flags = message?.flags ?? 0;
	return answer({
		interaction: {
			id: interaction.id,
			type: interaction.type,
			channel_id: interaction.channelId,
			...(interaction.guildId === null ? {} : { guild_id: interaction.guildId }),
			...(message === undefined
				? {}
				: {
						response_message_id: message.id,
						response_message_loading: (flags & loadingFlag) !== 0,
						response_message_ephemeral: (flags & 64) !== 0,
					}),
		},
		...(message === undefined || type === 6 ? {} : { resource: { type, message } }),
	});
}

/** The one route of interactions. */
export const interactionRoutes: readonly Route[] = [
	{ method: 'POST', pattern: '/interactions/:interaction/:token/callback', open: true, handle: respond },
];
