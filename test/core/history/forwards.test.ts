/** What was forwarded, by whom, and what is said when it cannot be seen. */
import { describe, expect, test } from 'vitest';
import type { ChatMessage, Forward } from '#domain/message';
import {
	attachment,
	chatMessage,
	embed,
	forwarded,
	messageBody,
	referenced,
	SELF,
} from '../../support/chat-message.ts';
import { entryOf, notesOf } from './history-case.ts';

const message = (forward: Forward, change: Partial<ChatMessage> = {}): ChatMessage =>
	chatMessage({ content: '', forward, ...change });

interface Case {
	readonly name: string;
	readonly forward: Forward;
	readonly note: string;
	readonly projection: string;
}

const cases: readonly Case[] = [
	{
		name: 'S030 the text is read from the snapshot, and its author is unknown',
		forward: forwarded(),
		note: 'Ellen forwarded a message by an unknown author from #general saying: far away',
		projection: '*forwards a message from #general:* far away',
	},
	{
		name: 'S030 attachments are read from the snapshot',
		forward: forwarded({ body: messageBody({ attachments: [attachment(), attachment({ id: '501' })] }) }),
		note: 'Ellen forwarded a message by an unknown author from #general (with 2 images)',
		projection: '*forwards a message from #general with 2 images*',
	},
	{
		name: 'S032 a forwarded voice note is listed',
		forward: forwarded({ body: messageBody({ attachments: [attachment({ kind: 'audio', isVoiceMessage: true })] }) }),
		note: 'Ellen forwarded a message by an unknown author from #general (with a voice message)',
		projection: '*forwards a message from #general with a voice message*',
	},
	{
		name: 'S032 a forwarded file is listed by name, beside its text',
		forward: forwarded({
			body: messageBody({ content: 'read', attachments: [attachment({ kind: 'document', fileName: 'a.pdf' })] }),
		}),
		note: 'Ellen forwarded a message by an unknown author from #general saying: read (with the file "a.pdf")',
		projection: '*forwards a message from #general with the file "a.pdf":* read',
	},
	{
		name: 'S032 a forward of a forward that could not be followed says so',
		forward: forwarded({ body: null }),
		note: 'Ellen forwarded a message by an unknown author from #general that was itself a forward, and its contents cannot be seen.',
		projection: '*forwards a message that was itself a forward, and its contents cannot be seen*',
	},
	{
		name: 'an empty snapshot is a forward of a forward',
		forward: forwarded({ body: messageBody() }),
		note: 'Ellen forwarded a message by an unknown author from #general that was itself a forward, and its contents cannot be seen.',
		projection: '*forwards a message that was itself a forward, and its contents cannot be seen*',
	},
	{
		name: 'a channel without a known name is another channel',
		forward: forwarded({ channelName: null }),
		note: 'Ellen forwarded a message by an unknown author from another channel saying: far away',
		projection: '*forwards a message from another channel:* far away',
	},
	{
		name: 'a forward within the channel says so',
		forward: forwarded({ channelId: '20', channelName: null }),
		note: 'Ellen forwarded a message by an unknown author from this channel saying: far away',
		projection: '*forwards a message from this channel:* far away',
	},
	{
		name: 'a forwarded card is told in words',
		forward: forwarded({ body: messageBody({ embeds: [embed({ title: 'News', description: 'It rains.' })] }) }),
		note: 'Ellen forwarded a message by an unknown author from #general (with a card: News - It rains.)',
		projection: '*forwards a message from #general with a card: News - It rains.*',
	},
	{
		name: 'forwarded lines stay lines in the projection and become one line in the note',
		forward: forwarded({ body: messageBody({ content: 'one\ntwo' }) }),
		note: 'Ellen forwarded a message by an unknown author from #general saying: one two',
		projection: '*forwards a message from #general:* one\ntwo',
	},
];

describe('forwards', () => {
	test.each(cases)('$name', ({ forward, note, projection }) => {
		const entry = entryOf(message(forward));
		expect(notesOf(entry)).toEqual([`after: ${note}`]);
		expect(entry.completionContent).toBe(projection);
		expect(entry.content).toBeNull();
	});

	test('an image-only forward survives, and its media belong to the wrapper', () => {
		const entry = entryOf(message(forwarded({ body: messageBody({ attachments: [attachment()] }) })));
		expect(entry.imageAttachments.map((image) => image.sourceMessageId)).toEqual(['1000']);
		expect(entry.remoteMediaSourceKind).toBe('forwarded');
	});

	test('a forward that cannot be seen hands on no media', () => {
		const entry = entryOf(message(forwarded({ body: null })));
		expect([entry.imageAttachments, entry.videoAttachments, entry.remoteMediaSourceKind]).toEqual([[], [], null]);
	});

	test('a transcript of a forwarded voice note is what was forwarded', () => {
		const body = messageBody({ attachments: [attachment({ kind: 'audio', isVoiceMessage: true })] });
		const entry = entryOf(message(forwarded({ body }), { transcript: 'spoken words' }));
		expect(entry.completionContent).toBe('*forwards a message from #general:* spoken words');
	});
});

test('S026 ids in forwarded and quoted words become the names that came with those words', () => {
	const named = messageBody({
		content: 'ask <@2> or <@&3> in <#4>',
		mentionedUsers: [{ id: '2', displayName: 'Bo' }],
		mentionedRoles: [{ id: '3', name: 'crew' }],
		mentionedChannels: [{ id: '4', name: 'lounge' }],
	});
	const forward = entryOf(message(forwarded({ body: named })));
	expect(forward.completionContent).toBe('*forwards a message from #general:* ask Bo or @crew in #lounge');
	const reply = { messageId: '600', channelId: '20', state: 'known', target: referenced('600', SELF, named) } as const;
	expect(notesOf(entryOf(chatMessage({ reply })))).toEqual([
		'before: This message by Ellen is referring to a previous message by Tomori saying: ask Bo or @crew in #lounge',
	]);
});

test('a name that a message brings itself is surer than the one in what it forwards', () => {
	const body = messageBody({ content: '<@2>', mentionedUsers: [{ id: '2', displayName: 'Old' }] });
	const mentionedUsers = [{ id: '2', displayName: 'Bo' }];
	expect(entryOf(message(forwarded({ body }), { mentionedUsers })).completionContent).toContain(':* Bo');
});
