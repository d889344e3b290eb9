/** `/impersonate user`: the model writes one message in a person's name. */
import { gatherPlace } from '#app/chat/gather-place';
import { type ImpersonationEnd, impersonateUser as writeAs } from '#app/room/impersonate-user';
import { writeWithinLimits } from '#app/room/write-within-limits';
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandAnswer, CommandInvocation, NamedUser, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { limitAnswer, withWarnings } from '../reply/reply-actor.ts';
import { forManagers } from './for-managers.ts';
import { inRoom, type RoomScene, triggerOf } from './room-scene.ts';

/** The subcommand. */
export function impersonateUser(ports: CommandPorts): Subcommand {
	return {
		name: 'user',
		description: everyLocale('command.impersonate.user.description'),
		options: [
			{
				name: 'user',
				description: everyLocale('command.impersonate.user.user'),
				kind: 'user',
				required: true,
			},
		],
		answer: 'private',
		run: (invocation) => forManagers(invocation, ports, () => speak(invocation, ports)),
	};
}

async function speak(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const user = invocation.users?.get('user');
	const refusal = refusalFor(user, invocation);
	if (user === undefined || refusal !== null) {
		const scene = await CommandScene.open(invocation.place, ports, 'private');
		return scene.answer(refusal ?? 'answer.impersonate-nobody');
	}
	return await inRoom(invocation, ports, (room, signal) => write(room, { user, signal }, ports));
}

function refusalFor(user: NamedUser | undefined, { place }: CommandInvocation): MessageKey | null {
	if (place.guildId === null) return 'answer.impersonate-direct';
	if (user === undefined || !user.isMember) return 'answer.impersonate-nobody';
	return user.isBot ? 'answer.impersonate-bot' : null;
}

interface Wanted {
	readonly user: NamedUser;
	readonly signal: AbortSignal;
}

async function write(room: RoomScene, { user, signal }: Wanted, ports: CommandPorts): Promise<CommandAnswer> {
	const { scene, place } = room;
	const { chat, voices } = ports;
	const serverId = scene.workspace.id;
	const personaId = scene.persona.id;
	const [person] = await chat.stores.people.findPeople({ serverId, personaId, discordIds: [user.id] });
	if (person?.privacyLevel === 2) {
		return scene.answer('answer.impersonate-private', { name: escapeMarkdown(user.displayName) });
	}
	const userId = await ports.workspaces.findUser(user.id);
	const query = { serverId, channelId: place.channelId, personaId };
	const scopes = userId === null ? null : await ports.settings.readScopes({ ...query, userId });
	const impersonation = {
		userDiscordId: user.id,
		identity: { name: user.displayName, avatarUrl: user.avatarUrl },
		prompt: scopes?.user?.prompt ?? null,
	};
	const request = { cause: 'command', trigger: triggerOf(room), lines: [], impersonation } as const;
	const limited = await writeWithinLimits(
		{
			request,
			place: await gatherPlace(request, chat),
			write: () => writeAs(request, signal, { chat, voices }),
			hasWritten: ({ kind }) => kind === 'said',
		},
		chat,
	);
	if (limited.kind === 'refused') return limitAnswer(limited.refusal, scene);
	return withWarnings(answerOf(limited.written, { scene, user }), limited.warnings, scene);
}

function answerOf(
	end: ImpersonationEnd,
	{ scene, user }: { readonly scene: CommandScene; readonly user: NamedUser },
): CommandAnswer {
	switch (end.kind) {
		case 'said':
			return scene.answer('answer.impersonated-user', { name: escapeMarkdown(user.displayName) });
		case 'stopped':
			return scene.answer('answer.stopped');
		case 'failed':
			return scene.failure(end.failure);
		case 'no-voice':
			switch (end.refusal.kind) {
				case 'failed':
					return scene.failure(end.refusal.failure);
				case 'not-here':
					return scene.answer('answer.impersonate-not-here');
				case 'forbidden':
					return scene.answer('answer.impersonate-forbidden');
				case 'full':
					return scene.answer('answer.impersonate-full');
			}
	}
}
