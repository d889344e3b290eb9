/** Registers our slash commands, but only when they changed: Discord counts creations per day (S089). */
import { createHash } from 'node:crypto';
import { type REST, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import { err, ok, type Result } from '#lib/result';
import type { AppStateStore } from '#ports/app-state-store';
import type { CommandSet } from '#ports/command';
import type { Log } from '#ports/log';
import { commandsJson, messageCommandsJson } from './command-json.ts';
import { discordFailure, errorFacts } from './discord-failure.ts';

/** What a registration needs. */
export interface RegisterCommandsOptions {
	readonly rest: REST;
	readonly applicationId: Snowflake;
	readonly commands: CommandSet['commands'];
	readonly messageCommands?: CommandSet['messageCommands'];
	readonly state: AppStateStore;
	readonly log: Log;
}

/** The key in `app_state` of the digest of what was last registered. */
export const commandDigestKey = 'commands.sha256';

/** Replaces the application's global commands when their digest differs from the stored one; store errors are thrown. */
export async function registerCommands(
	options: RegisterCommandsOptions,
): Promise<Result<'registered' | 'unchanged', Failure>> {
	const body = [...commandsJson(options.commands), ...messageCommandsJson(options.messageCommands ?? [])];
	const digest = digestOf(options.applicationId, body);
	if ((await options.state.readState(commandDigestKey)) === digest) return ok('unchanged');
	try {
		await options.rest.put(Routes.applicationCommands(options.applicationId), { body });
	} catch (error) {
		options.log.error(errorFacts(error), 'registering commands failed');
		return err(discordFailure(error));
	}
	await options.state.writeState(commandDigestKey, digest);
	return ok('registered');
}

/** The application is part of it: the same store may be given to another bot. */
function digestOf(applicationId: Snowflake, body: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify([applicationId, body]))
		.digest('hex');
}
