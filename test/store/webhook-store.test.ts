/** The webhooks that the bot speaks through. */
import { expect, test } from 'vitest';
import { createSecretBox } from '#adapters/crypto/secret-box';
import { discordManagedWebhooks } from '#adapters/postgres/schema/webhooks';
import { createWebhookStore } from '#adapters/postgres/webhook-store';
import { Secret } from '#domain/secret';
import { describeStores } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';

function boxOf(secret: string) {
	const box = createSecretBox({ secrets: new Map([[1, secret]]), currentVersion: null });
	if (!box.ok) throw new Error(box.error);
	return box.value;
}

describeStores('webhook store', (store) => {
	test('a token is stored encrypted and found again; a newer webhook of the channel takes its place', async () => {
		const secretBox = boxOf('a long secret for tests');
		const webhooks = createWebhookStore({ db: store().db, secretBox, log: recordingLog() });
		expect(await webhooks.findWebhook('10')).toBeNull();
		await webhooks.saveWebhook({ id: '1', token: new Secret('first-token'), channelId: '10', guildId: '5' });
		await webhooks.saveWebhook({ id: '2', token: new Secret('second-token'), channelId: '10', guildId: '5' });
		const found = await webhooks.findWebhook('10');
		expect([found?.id, found?.token.reveal()]).toEqual(['2', 'second-token']);
		const rows = await store().db.select().from(discordManagedWebhooks);
		expect(rows).toHaveLength(1);
		expect(Buffer.from(rows[0]?.ciphertext ?? []).toString('latin1')).not.toContain('second-token');
		await webhooks.forgetWebhook('10');
		expect(await webhooks.findWebhook('10')).toBeNull();
	});

	test('a token under a secret that is gone counts as none, since Discord tells it again', async () => {
		const { db } = store();
		const log = recordingLog();
		const saved = createWebhookStore({ db, secretBox: boxOf('a long secret for tests'), log });
		await saved.saveWebhook({ id: '1', token: new Secret('token'), channelId: '10', guildId: '5' });
		const other = createWebhookStore({ db, secretBox: boxOf('quite another long secret'), log });
		expect(await other.findWebhook('10')).toBeNull();
		expect(JSON.stringify(log.lines)).not.toContain('"token"');
	});
});
