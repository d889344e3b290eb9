/** The little world that the playground opens with: one server, its channels, and the people one can speak as. */
import type { APIUser } from 'discord-api-types/v10';
import type { ChannelRecord, GuildRecord } from '#playground/discord-server/records';
import type { Clock } from '#playground/discord-server/snowflakes';
import type { DiscordServer } from '#playground/discord-server/start-discord-server';

/** Somebody to speak as. */
export interface ScenePerson {
	readonly user: APIUser;
	/** One line about why this person is here. */
	readonly note: string;
	/** The key that the NovelAI stand-in knows this person by; null for the operator, whose key the bot has. */
	readonly standInKey: string | null;
	/** The language of this person's Discord. */
	readonly locale: string;
}

/** The scene; the first person owns the server and runs the bot. */
export interface Scene {
	readonly guild: GuildRecord;
	readonly general: ChannelRecord;
	readonly owner: ScenePerson;
	readonly people: readonly ScenePerson[];
}

/** The moment the scene's ids are made of, so that they are the same at every start and what the bot keeps stays true. */
const sceneBornMs = Date.UTC(2026, 0, 1);

/** A clock that stands still while the scene is built and then shows the real time. */
export class SceneClock implements Clock {
	#isBuilt = false;

	now(): number {
		return this.#isBuilt ? Date.now() : sceneBornMs;
	}

	/** Lets the real time in. */
	start(): void {
		this.#isBuilt = true;
	}
}

function addPerson(
	discord: DiscordServer,
	guild: GuildRecord,
	person: { name: string; note: string; locale: string },
): ScenePerson {
	const user = discord.build.addUser(person.name.toLowerCase(), { globalName: person.name });
	discord.build.addMember(guild, user);
	return { user, note: person.note, standInKey: `pst-stand-in-${user.username}`, locale: person.locale };
}

/** Builds the scene into a fresh world. The bot's operator becomes Ellen, so that the operator's key serves her everywhere. */
export function buildScene(discord: DiscordServer, clock: SceneClock): Scene {
	const user = discord.world.application.owner;
	user.username = 'ellen';
	user.global_name = 'Ellen';
	const owner: ScenePerson = { user, note: 'owns the server', standInKey: null, locale: 'en-US' };
	const guild = discord.build.addGuild('Lantern House', { owner: user });
	const general = discord.build.addChannel(guild, 'general', {
		topic: 'Mention @Tomori, and she answers.',
	});
	discord.build.addChannel(guild, 'story-night', { topic: 'One line each, and the tale goes on.' });
	discord.build.addChannel(guild, 'bot-lab', { topic: 'Commands, personas and other experiments.' });
	const bo = addPerson(discord, guild, { name: 'Bo', note: 'an ordinary member', locale: 'en-GB' });
	const akari = addPerson(discord, guild, { name: 'Akari', note: 'her Discord is Japanese', locale: 'ja' });
	const people = [owner, bo, akari];
	for (const person of people) discord.build.openDm(person.user);
	clock.start();
	return { guild, general, owner, people };
}
