/** Asks, once a turn is claimed, whether it may be answered here and now: access rules, cooldowns and quotas. */
import { accessDenial } from '#core/access/access-denial';
import { cooldownTerm, isNearLimit, quotaTerms } from '#core/access/reply-limits';
import type { MemberStanding, QuotaWarning, ReplyRefusal } from '#domain/access';
import type { Snowflake } from '#domain/ids';
import type { TurnRequest } from '#domain/turn';
import { calendarDaySpan, normalizeZone } from '#lib/calendar-day';
import type { QuotaTake } from '#ports/reply-limit-store';
import type { ChatPorts } from './chat-ports.ts';
import type { TurnPlace } from './gather-place.ts';
import { logTrouble } from './log-trouble.ts';

const MS_PER_SECOND = 1_000;

/** Who wants to be answered, where and by whom. */
export interface AnswerAsk {
	readonly request: Pick<TurnRequest, 'cause' | 'trigger'>;
	readonly place: TurnPlace;
	/** Who asks, where it is not who wrote the trigger. */
	readonly actorId?: Snowflake;
}

/** The leave to answer, to be given back at the end. */
export interface AnswerPermit {
	/** Keeps what was counted if anything was said, else gives it back; then the quotas to warn of. Never rejects. */
	end(hasReplied: boolean): Promise<readonly QuotaWarning[]>;
}

/** What came of asking. */
export type AnswerLeave =
	| { readonly kind: 'granted'; readonly permit: AnswerPermit }
	| { readonly kind: 'refused'; readonly refusal: ReplyRefusal };

/** Counts the turn where it is granted; of turns that come at once no more get through than a limit allows. */
export async function mayAnswer(ask: AnswerAsk, ports: ChatPorts): Promise<AnswerLeave> {
	const terms = await termsOf(ask, ports);
	if (terms.denied) return { kind: 'refused', refusal: terms.denied };
	const wait = await beginWait(ask, terms, ports);
	if (wait.refusal) return { kind: 'refused', refusal: wait.refusal };
	try {
		const quota = await takeQuota(ask, terms, ports);
		if (quota.kind === 'refused') await wait.giveBack();
		return quota.kind === 'refused'
			? quota
			: { kind: 'granted', permit: permitOf(ask, { terms, wait, ...quota }, ports) };
	} catch (error) {
		await wait.giveBack();
		throw error;
	}
}

/** The same for a turn that is begun again after a crash: what it was counted for counts still, once. */
export async function mayGoOn(ask: AnswerAsk, ports: ChatPorts): Promise<AnswerLeave> {
	const { denied } = await termsOf(ask, ports);
	return denied ? { kind: 'refused', refusal: denied } : { kind: 'granted', permit: { end: async () => [] } };
}

/** The same question without counting anything: why somebody would be refused, or null. */
export async function refusalNow(ask: AnswerAsk, ports: ChatPorts): Promise<ReplyRefusal | null> {
	const { denied, cooldown, quotas, day } = await termsOf(ask, ports);
	if (denied) return denied;
	const { replyLimits } = ports.stores;
	const serverId = ask.place.workspace.id;
	if (cooldown) {
		const untilMs = await replyLimits.cooldownUntil({ serverId, subject: cooldown.subject, nowMs: ports.clock.now() });
		if (untilMs !== null) return { kind: 'cooldown', owner: cooldown.owner, untilMs };
	}
	for (const { owner, subject, limit } of quotas) {
		const used = await replyLimits.quotaUsed({ serverId, subject, dayStartMs: day.startMs });
		if (used >= limit) return { kind: 'quota', owner, limit, untilMs: day.endMs };
	}
	return null;
}

type Terms = Awaited<ReturnType<typeof termsOf>>;

/** What the rules and settings ask of this turn. */
async function termsOf(ask: AnswerAsk, ports: ChatPorts) {
	const { request, place } = ask;
	const { channelId, guildId } = request.trigger;
	const { workspace, persona, settings } = place;
	const userId = ask.actorId ?? request.trigger.author.id;
	const day = calendarDaySpan(ports.clock.now(), normalizeZone(settings.zone) ?? 'UTC');
	const rules = guildId === null ? [] : await ports.stores.accessRules.listRules(workspace.id);
	const isLimited = settings.cooldown.scope !== 'off' || settings.repliesPerDay.channel !== null;
	const parentId =
		guildId !== null && (rules.length > 0 || isLimited) ? await ports.directory.parentOf(channelId) : null;
	const needsStanding = rules.some(({ kind }) => kind === 'role') || settings.cooldown.scope !== 'off';
	const standing =
		guildId === null ? OWN_PLACE : needsStanding ? await ports.directory.standingOf(guildId, userId) : NOBODY;
	const by = accessDenial(rules, { channelId, parentId, roleIds: standing.roleIds, personaId: persona.id });
	const subjects = { userId, channelId: parentId ?? channelId };
	// A persona that another one called goes on with what a person has waited for already.
	const isCalled = request.cause === 'persona';
	return {
		denied: by === null ? null : ({ kind: 'denied', by } as const),
		cooldown: isCalled ? null : cooldownTerm(settings, subjects, standing),
		quotas: quotaTerms(settings, subjects),
		day,
	};
}

/** In direct messages a person manages what is theirs. */
const OWN_PLACE: MemberStanding = { roleIds: [], mayManage: true };
const NOBODY: MemberStanding = { roleIds: [], mayManage: false };

interface Wait {
	readonly refusal: ReplyRefusal | null;
	giveBack(): Promise<void>;
}

const NO_WAIT: Wait = { refusal: null, giveBack: async () => {} };

/** Nobody is kept waiting because the waits cannot be read. */
async function beginWait({ request, place, actorId }: AnswerAsk, { cooldown }: Terms, ports: ChatPorts): Promise<Wait> {
	if (cooldown === null) return NO_WAIT;
	const { replyLimits } = ports.stores;
	const { owner, subject, seconds } = cooldown;
	const nowMs = ports.clock.now();
	const start = { serverId: place.workspace.id, subject, nowMs, untilMs: nowMs + seconds * MS_PER_SECOND };
	const name = `${start.serverId}:${subject}`;
	try {
		const untilMs = await replyLimits.startCooldown(start);
		if (untilMs !== null) {
			const isOwn = actorId === undefined && ports.limitMemory.isStartOf(name, request.trigger.id);
			return isOwn ? NO_WAIT : { ...NO_WAIT, refusal: { kind: 'cooldown', owner, untilMs } };
		}
		ports.limitMemory.noteStart(name, request.trigger.id);
		return { refusal: null, giveBack: () => quietly(() => replyLimits.endCooldown(start), ports) };
	} catch (error) {
		logTrouble(ports.log, 'a cooldown could not be read, so nobody waits for it', { error });
		return NO_WAIT;
	}
}

type Quota =
	| { readonly kind: 'granted'; readonly take: QuotaTake; readonly used: readonly number[] }
	| { readonly kind: 'refused'; readonly refusal: ReplyRefusal };

async function takeQuota({ place }: AnswerAsk, { quotas, day }: Terms, { stores }: ChatPorts): Promise<Quota> {
	const take = { serverId: place.workspace.id, dayStartMs: day.startMs, terms: quotas };
	if (quotas.length === 0) return { kind: 'granted', take, used: [] };
	const taken = await stores.replyLimits.takeQuota(take);
	if (taken.kind === 'taken') return { kind: 'granted', take, used: taken.used };
	const full = quotas.find(({ subject }) => subject === taken.subject);
	const { owner, limit } = full ?? { owner: 'server' as const, limit: 0 };
	return { kind: 'refused', refusal: { kind: 'quota', owner, limit, untilMs: day.endMs } };
}

interface Granted {
	readonly terms: Terms;
	readonly wait: Wait;
	readonly take: QuotaTake;
	readonly used: readonly number[];
}

function permitOf(ask: AnswerAsk, granted: Granted, ports: ChatPorts): AnswerPermit {
	const { terms, wait, take, used } = granted;
	const { replyLimits } = ports.stores;
	return {
		async end(hasReplied) {
			if (hasReplied) return await dueWarnings(ask, granted, ports);
			await wait.giveBack();
			if (used.length > 0) await quietly(() => replyLimits.returnQuota({ ...take, terms: terms.quotas }), ports);
			return [];
		},
	};
}

/** Each counter warns once a day, whoever reaches it first. */
async function dueWarnings({ place }: AnswerAsk, granted: Granted, ports: ChatPorts): Promise<readonly QuotaWarning[]> {
	const { terms, take, used } = granted;
	const warnings: QuotaWarning[] = [];
	for (const [index, { owner, subject, limit }] of terms.quotas.entries()) {
		const reached = used[index] ?? 0;
		if (!isNearLimit(reached, limit)) continue;
		const day = { serverId: place.workspace.id, subject, dayStartMs: take.dayStartMs, nowMs: ports.clock.now() };
		const warn = async () => {
			if (!(await ports.stores.replyLimits.claimWarning(day))) return;
			warnings.push({ owner, used: reached, limit, untilMs: terms.day.endMs });
		};
		await quietly(warn, ports);
	}
	return warnings;
}

async function quietly(act: () => Promise<void>, { log }: ChatPorts): Promise<void> {
	try {
		await act();
	} catch (error) {
		logTrouble(log, 'a limit could not be written', { error });
	}
}
