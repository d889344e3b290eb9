/** Cuts a rendered prompt into blocks by role and marks its structure, so that a reader sees who says what to the model. */

/** Who a block speaks for; `story` is a prompt without role tags, `start` what stands before the first tag. */
export type PromptRole = 'start' | 'story' | 'system' | 'user' | 'assistant';

/** A stretch of text: plain, or a tag or separator that the model reads as structure. */
export interface PromptPiece {
	readonly kind: 'text' | 'tag' | 'separator';
	readonly text: string;
}

/** One block. */
export interface PromptBlock {
	readonly role: PromptRole;
	readonly pieces: readonly PromptPiece[];
}

const roleTag = /(?=<\|(?:system|user|assistant)\|>)/u;
const structure =
	/(<\|[a-z_]+\|>|\[gMASK\]|<sop>|<\/?think>|\/nothink\b|^(?:\*\*\*|----?|======|⁂)$|^\[ (?:Author|S|Style|Knowledge|Title|Tags|Genre):.*\]$)/mu;
const tagStart = /^(?:<|\[gMASK\]|\/nothink)/u;

function piecesOf(text: string): PromptPiece[] {
	return text
		.split(structure)
		.filter((part) => part !== '')
		.map((part) => {
			if (!structure.test(part)) return { kind: 'text', text: part };
			return { kind: tagStart.test(part) ? 'tag' : 'separator', text: part };
		});
}

function roleOf(text: string, hasRoles: boolean): PromptRole {
	const role = /^<\|(system|user|assistant)\|>/u.exec(text)?.[1];
	if (role === 'system' || role === 'user' || role === 'assistant') return role;
	return hasRoles ? 'start' : 'story';
}

/** The blocks of a prompt; joined again, their pieces are the prompt unchanged. */
export function promptBlocks(prompt: string): PromptBlock[] {
	const parts = prompt.split(roleTag).filter((part) => part !== '');
	const hasRoles = parts.some((part) => part.startsWith('<|'));
	return parts.map((part) => ({ role: roleOf(part, hasRoles), pieces: piecesOf(part) }));
}
