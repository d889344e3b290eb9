/** Decides by a server's rules who is answered where, and which persona a channel has. */
import type { AccessKind, AccessQuery, AccessRule, ChannelPlace } from '#domain/access';
import type { PersonaId } from '#domain/ids';

/**
 * What keeps a person from an answer, or null. A thread goes by its own row, else by its channel's (S044); a denied role
 * outweighs an allowed one.
 */
export function accessDenial(rules: readonly AccessRule[], query: AccessQuery): AccessKind | null {
	if (!isChannelAllowed(ofKind(rules, 'channel'), query)) return 'channel';
	if (!areRolesAllowed(ofKind(rules, 'role'), query)) return 'role';
	return isPersonaAllowed(rules, query.personaId, query) ? null : 'persona';
}

/** Whether a persona may speak in a channel: the channel's own list counts, else that of the one above, else the server's. */
export function isPersonaAllowed(rules: readonly AccessRule[], personaId: PersonaId, place: ChannelPlace): boolean {
	const { channelId, parentId } = place;
	const ofPersonas = ofKind(rules, 'persona');
	const scopes = parentId === null ? [channelId, ''] : [channelId, parentId, ''];
	const deciding = scopes
		.map((scope) => ofPersonas.filter((rule) => rule.channelId === scope))
		.find((list) => list.length > 0);
	return deciding === undefined || isSubjectAllowed(deciding, String(personaId));
}

/** The first of the given personas that may speak in a channel; the very first when none may, who is then refused. */
export function personaOfChannel<Speaker extends { readonly id: PersonaId }>(
	rules: readonly AccessRule[],
	personas: readonly Speaker[],
	place: ChannelPlace,
): Speaker | null {
	return personas.find(({ id }) => isPersonaAllowed(rules, id, place)) ?? personas[0] ?? null;
}

function isChannelAllowed(rules: readonly AccessRule[], { channelId, parentId }: ChannelPlace): boolean {
	const own = rules.find(({ subject }) => subject === channelId);
	const above = rules.find(({ subject }) => subject === parentId);
	const row = own ?? above;
	return row ? row.verdict === 'allow' : !rules.some(({ verdict }) => verdict === 'allow');
}

function areRolesAllowed(rules: readonly AccessRule[], { roleIds }: Pick<AccessQuery, 'roleIds'>): boolean {
	const held = rules.filter(({ subject }) => roleIds.includes(subject));
	if (held.some(({ verdict }) => verdict === 'deny')) return false;
	return held.length > 0 || !rules.some(({ verdict }) => verdict === 'allow');
}

function isSubjectAllowed(rules: readonly AccessRule[], subject: string): boolean {
	const row = rules.find((rule) => rule.subject === subject);
	return row ? row.verdict === 'allow' : !rules.some(({ verdict }) => verdict === 'allow');
}

function ofKind(rules: readonly AccessRule[], kind: AccessKind): readonly AccessRule[] {
	return rules.filter((rule) => rule.kind === kind);
}
