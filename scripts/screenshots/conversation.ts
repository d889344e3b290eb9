/** The little conversation that the pictures show: who says what, and what the stand-in is made to answer. */
import type { Playground } from '#playground/start-playground';

interface Line {
	readonly speaker: 'Ellen' | 'Bo' | 'Akari';
	readonly text: string;
	/** What Tomori answers; absent for a line that is not for her. */
	readonly answer?: string;
	/** Whether the line replies to Tomori's last message. */
	readonly isReply?: boolean;
}

const lines: readonly Line[] = [
	{ speaker: 'Bo', text: 'The power is back on our street! Only took them **six hours** 🕯️' },
	{
		speaker: 'Ellen',
		text: '@Tomori we found a box of old paper lanterns in the attic. Is it safe to light them?',
		answer:
			'*kneels beside the box and holds one up to the window* The paper is dry, Ellen, so not with a flame. ||I would know.||\n\nBut look at the frames. Put a small LED inside, and they glow as they did before.',
	},
	{
		speaker: 'Bo',
		text: 'how many do we need for the veranda?',
		isReply: true,
		answer:
			'Let me count along the beam:\n- two by the **door**, so nobody trips\n- one over the steps\n- and one that has no purpose at all\n\nThat last one is the important one, Bo.',
	},
	{ speaker: 'Akari', text: 'ともりらしい 😄' },
];

/** Plays the conversation; resolves when the last answer is there. */
export async function playConversation({ discord, scene, novelai }: Playground): Promise<void> {
	const bot = discord.world.application.bot;
	let lastAnswerId: string | null = null;
	for (const line of lines) {
		const person = scene.people.find(({ user }) => user.global_name === line.speaker);
		if (person === undefined) throw new Error(`Nobody is called ${line.speaker}.`);
		if (line.answer !== undefined) novelai?.scripts.queue({ text: ` ${line.answer}\n` });
		const before = discord.botMessages(scene.general).length;
		discord.as(person.user).send(scene.general, {
			content: line.text.replace('@Tomori', `<@${bot.id}>`),
			...(line.isReply === true && lastAnswerId !== null ? { replyTo: lastAnswerId } : {}),
		});
		if (line.answer === undefined) continue;
		const lastWords = line.answer.split(' ').slice(-2).join(' ');
		await discord.until(
			() =>
				discord
					.botMessages(scene.general)
					.slice(before)
					.some(({ message }) => message.content.includes(lastWords)),
			60_000,
		);
		lastAnswerId = discord.botMessages(scene.general).at(-1)?.message.id ?? null;
	}
	const first = discord.botMessages(scene.general).find(({ deleted }) => !deleted);
	for (const { user } of scene.people.slice(0, 2)) if (first !== undefined) discord.as(user).react(first.message, '🏮');
}
