/** Rules of who is answered, channels that are answered unasked, and what threads inherit. */
import { expect, test } from 'vitest';
import { createAccessRuleStore } from '#adapters/postgres/access-rule-store';
import { createAutoReplyStore } from '#adapters/postgres/auto-reply-store';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { createSettingsStore } from '#adapters/postgres/settings-store';
import { describeStores } from '../support/store-for-test.ts';
import { personaDraft, seedRows } from '../support/store-rows.ts';

describeStores('access rules', (store) => {
	test('a list takes the place of its own scope and of nothing else', async () => {
		const { workspace } = await seedRows(store().db);
		const rules = createAccessRuleStore(store().db);
		const { id: serverId } = workspace;
		const allow = (subject: string) => ({ subject, verdict: 'allow' }) as const;
		await rules.replaceRules({ serverId, kind: 'channel', channelId: '' }, [allow('2'), allow('1')]);
		await rules.replaceRules({ serverId, kind: 'persona', channelId: '' }, [allow('7')]);
		await rules.replaceRules({ serverId, kind: 'persona', channelId: '1' }, [{ subject: '7', verdict: 'deny' }]);
		await rules.replaceRules({ serverId, kind: 'channel', channelId: '' }, [{ subject: '3', verdict: 'deny' }]);
		expect(await rules.listRules(serverId)).toEqual([
			{ kind: 'channel', channelId: '', subject: '3', verdict: 'deny' },
			{ kind: 'persona', channelId: '', subject: '7', verdict: 'allow' },
			{ kind: 'persona', channelId: '1', subject: '7', verdict: 'deny' },
		]);
		await rules.replaceRules({ serverId, kind: 'persona', channelId: '' }, []);
		expect((await rules.listRules(serverId)).map(({ channelId }) => channelId)).toEqual(['', '1']);
	});

	test('a persona that is removed takes its rules along', async () => {
		const { workspace } = await seedRows(store().db);
		const rules = createAccessRuleStore(store().db);
		const personas = createPersonaStore(store().db);
		const { id: serverId } = workspace;
		const anon = await personas.createAlter(serverId, personaDraft('Anon'));
		if (!anon.ok) throw new Error(anon.error);
		const subject = String(anon.value.id);
		const others = [{ subject: `${subject}0`, verdict: 'deny' } as const];
		await rules.replaceRules({ serverId, kind: 'persona', channelId: '1' }, [{ subject, verdict: 'allow' }, ...others]);
		await rules.replaceRules({ serverId, kind: 'role', channelId: '' }, [{ subject, verdict: 'deny' }]);
		await personas.removePersona(serverId, anon.value.id, null);
		expect((await rules.listRules(serverId)).map((rule) => `${rule.kind} ${rule.subject}`)).toEqual([
			`persona ${subject}0`,
			`role ${subject}`,
		]);
	});

	test('of lists that come at once one is left, whole', async () => {
		const { workspace } = await seedRows(store().db);
		const rules = createAccessRuleStore(store().db);
		const scope = { serverId: workspace.id, kind: 'role', channelId: '' } as const;
		const lists = Array.from({ length: 6 }, (_, index) => ['7', `1${index}`, `2${index}`]);
		const allowed = (list: readonly string[]) => list.map((subject) => ({ subject, verdict: 'allow' }) as const);
		await Promise.all(lists.map((list) => rules.replaceRules(scope, allowed(list))));
		const left = (await rules.listRules(workspace.id)).map(({ subject }) => subject);
		expect(lists.map((list) => list.toSorted())).toContainEqual(left.toSorted());
	});
});

describeStores('channels that are answered unasked', (store) => {
	test('are found by their guild, and counted one message after the other', async () => {
		const { workspace } = await seedRows(store().db);
		const autoReplies = createAutoReplyStore(store().db);
		const settings = createSettingsStore(store().db);
		const channel = { guildId: '100', channelId: '5' };
		expect(await autoReplies.findAutoReply(channel)).toBeNull();
		const key = { scope: 'channel', serverId: workspace.id, channelId: '5' } as const;
		await settings.writeScope(key, { autoReplyMin: 3, autoReplyMax: 4 });
		const found = await autoReplies.findAutoReply(channel);
		expect(found).toEqual({ serverId: workspace.id, channelId: '5', messagesMin: 3, messagesMax: 4 });
		expect(await autoReplies.findAutoReply({ ...channel, guildId: '101' })).toBeNull();
		if (!found) throw new Error('it was found before');
		const dueIds: string[] = [];
		for (let id = 1; id <= 12; id += 1) {
			// Three processes hear of it, and of what was said before.
			const message = { messageId: String(id), nextThreshold: 3 };
			const due = await Promise.all([1, 2, 3].map(() => autoReplies.countMessage(found, message)));
			expect(await autoReplies.countMessage(found, { ...message, messageId: String(id - 1) })).toBe(false);
			dueIds.push(...due.filter((isDue) => isDue).map(() => message.messageId));
		}
		expect(dueIds).toEqual(['3', '6', '9', '12']);
		await settings.writeScope(key, { autoReplyMin: null, autoReplyMax: null });
		expect(await autoReplies.findAutoReply(channel)).toBeNull();
	});
});

describeStores('settings of a thread', (store) => {
	test('are those of its channel where it has none of its own, but for being answered unasked', async () => {
		const { workspace, persona, userId } = await seedRows(store().db);
		const settings = createSettingsStore(store().db);
		const query = { serverId: workspace.id, personaId: persona.id, userId, channelId: '6' };
		const above = { scope: 'channel', serverId: workspace.id, channelId: '5' } as const;
		const change = { prompt: 'above', humanizerDegree: 0, autoReplyMin: 0, autoReplyMax: 0 } as const;
		await settings.writeScope(above, change);
		expect((await settings.readScopes(query)).channel).toBeNull();
		const inThread = { ...query, parentChannelId: '5' };
		expect((await settings.readScopes(inThread)).channel).toMatchObject({
			prompt: 'above',
			humanizerDegree: 0,
			autoReplyMin: null,
		});
		await settings.writeScope({ ...above, channelId: '6' }, { humanizerDegree: 3, autoReplyMin: 1, autoReplyMax: 1 });
		expect((await settings.readScopes(inThread)).channel).toMatchObject({
			prompt: 'above',
			humanizerDegree: 3,
			autoReplyMin: 1,
		});
		expect((await settings.readScopes({ ...query, channelId: '5' })).channel).toMatchObject({ humanizerDegree: 0 });
	});
});
