/** What holds of when and how often the bot answers, as the panel shows it. */
import type { EffectiveSettings } from '#domain/settings';
import type { CommandPlace } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { shownAccessLists } from './access-lists.ts';
import { OFF_VALUE } from './setting-kinds.ts';

/** What is in effect here for the asker, by setting; null where there is nothing. */
export async function answeringValues(
	scene: CommandScene,
	place: CommandPlace,
	ports: CommandPorts,
): Promise<Readonly<Record<string, string | null>>> {
	const { settings, locale } = scene;
	const onOff = (isOn: boolean): string => scene.say(isOn ? 'command.choice.yes' : 'command.choice.no');
	const number = (value: number | null): string => value?.toLocaleString(locale) ?? OFF_VALUE;
	const { user, channel, server } = settings.repliesPerDay;
	const { scope, seconds } = settings.cooldown;
	return {
		auto_reply: shownRange(settings.autoReply),
		deliberate_triggers_only: onOff(settings.deliberateTriggersOnly),
		match_limit: number(settings.matchLimit),
		cascade_limit: number(settings.cascadeLimit),
		cooldown: scope === 'off' ? OFF_VALUE : `${scope} ${seconds}`,
		user_replies_per_day: number(user),
		channel_replies_per_day: number(channel),
		server_replies_per_day: number(server),
		...(await shownAccessLists(scene, place, ports)),
		members_may_teach: onOff(settings.membersMayTeach),
		personal_memories_enabled: onOff(settings.personalMemoriesEnabled),
		retention_days: number(settings.retentionDays),
	};
}

function shownRange(range: EffectiveSettings['autoReply']): string {
	if (range === null) return OFF_VALUE;
	const { messagesMin, messagesMax } = range;
	return messagesMin === messagesMax ? `${messagesMin}` : `${messagesMin}-${messagesMax}`;
}
