/** Direct conversations, as their turns tell. */
import { expect, test } from 'vitest';
import { createDirectChannelStore } from '#adapters/postgres/direct-channel-store';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { turns } from '#adapters/postgres/schema/turns';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { ServerId } from '#domain/ids';
import { describeStores } from '../support/store-for-test.ts';
import { personaDraft, seedRows } from '../support/store-rows.ts';

describeStores('direct channel store', (store) => {
	test('the conversation with the latest turn comes first, each once, and no channel of a server', async () => {
		const { db } = store();
		const { workspace, userId } = await seedRows(db);
		const addTurn = async (serverId: ServerId, channelId: string, triggerMessageId: string): Promise<void> => {
			const [persona] = await createPersonaStore(db).listPersonas(serverId);
			const personaId = persona?.id ?? 0;
			await db.insert(turns).values({ serverId, channelId, personaId, userId, triggerMessageId, state: 'done' });
		};
		const direct = await Promise.all(
			['501', '502'].map((discordId) =>
				createWorkspaceStore(db).ensureWorkspace({ kind: 'direct', discordId, locale: null }, personaDraft('Rin')),
			),
		);
		const channels = createDirectChannelStore(db);
		expect(await channels.findDirectChannels(10)).toEqual([]);
		await addTurn(workspace.id, '300', '1');
		for (const [index, channelId] of ['601', '602', '601'].entries()) {
			const place = direct[channelId === '601' ? 0 : 1];
			if (place) await addTurn(place.id, channelId, String(index + 2));
		}
		expect(await channels.findDirectChannels(10)).toEqual(['601', '602']);
		expect(await channels.findDirectChannels(1)).toEqual(['601']);
	});
});
