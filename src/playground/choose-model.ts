/** Sees to it that the bot speaks through a model whose tokenizer is here: GLM, else Kayra, whose tokenizer always is. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import type { Reference } from '#playground/discord-server/records';
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import type { Scene, ScenePerson } from './scene.ts';

/** The bot's own first choice, and what stands in for it. */
const firstModel = { codename: 'glm-4-6', family: 'glm46' } as const;
const fallbackModel = 'kayra-v1';

/** The file that remembers a fallback, so that GLM comes back once its tokenizer is there. */
const fallbackMark = 'fallback-model';

/** The file that remembers a custom provider, whose server ends with the playground. */
const customMark = 'custom-provider';

/** What the choice is made with. */
export interface ChooseModelOptions {
	readonly discord: DiscordServer;
	readonly scene: Scene;
	readonly dataDirectory: string;
	/** A further folder with tokenizer definitions. */
	readonly tokenizerDirectory: string | undefined;
	readonly tell: (sentence: string) => void;
	/** A custom provider will be chosen afterwards. */
	readonly isCustom: boolean;
}

async function setModel(options: ChooseModelOptions, codename: string): Promise<void> {
	const { discord, scene } = options;
	const useIn = async (person: ScenePerson, channel: Reference): Promise<void> => {
		const handle = discord
			.as(person.user)
			.slash(channel, 'model set', { options: { model: codename, scope: 'server' } });
		await handle.response();
		// The answer was for the one who asked, and nobody did.
		if (handle.record.original !== null) discord.as(person.user).delete(handle.record.original.message);
	};
	await useIn(scene.owner, scene.general);
	// Of direct messages, too, the place has the model: a person's own choice would go along into servers.
	for (const person of scene.people) await useIn(person, discord.build.openDm(person.user));
}

/** Sets the model in the server and in everybody's direct messages where that is needed; tells why in one sentence. */
export async function chooseModel(options: ChooseModelOptions): Promise<void> {
	const mark = join(options.dataDirectory, fallbackMark);
	const hadCustom = await noteCustom(options);
	const directories = tokenizerDirectories(options.tokenizerDirectory);
	const loaded = await loadTokenizer(firstModel.family, { directories });
	if (loaded.ok) {
		if (!existsSync(mark) && !hadCustom) return;
		await setModel(options, firstModel.codename);
		await rm(mark, { force: true });
		return;
	}
	if (!existsSync(mark) || hadCustom) {
		await setModel(options, fallbackModel);
		await writeFile(mark, fallbackModel);
	}
	if (options.isCustom) return;
	options.tell(
		`Tomori speaks through Kayra, because GLM's tokenizer is not set up here. To get GLM: npx bun@1.4.5 run setup:tokenizers`,
	);
}

/** Whether an earlier start chose a custom provider that is gone now. */
async function noteCustom({ dataDirectory, isCustom }: ChooseModelOptions): Promise<boolean> {
	const mark = join(dataDirectory, customMark);
	const hadCustom = existsSync(mark) && !isCustom;
	if (isCustom) await writeFile(mark, '');
	else await rm(mark, { force: true });
	return hadCustom;
}
