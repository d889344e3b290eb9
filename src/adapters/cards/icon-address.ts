/** Where a V3 card says that its picture is. */
import { z } from 'zod';

const cardWithAssets = z.object({ data: z.object({ assets: z.array(z.unknown()) }) });
const icon = z.object({ type: z.literal('icon'), uri: z.string(), name: z.string().catch('') });

/** An entry of the card's archive, or base64 in the card itself. Addresses elsewhere are never followed. */
export type IconAddress =
	| { readonly kind: 'entry'; readonly name: string }
	| { readonly kind: 'base64'; readonly text: string };

/** The specification spells it without the second d; some programs do not. */
const EMBEDDED = /^embedd?ed:\/\//i;
const DATA = /^data:image\/[a-z+.-]{1,20};base64,/i;

/** The icon called `main`, else the first; null when the card has none that comes with it. */
export function iconAddress(json: unknown): IconAddress | null {
	const card = cardWithAssets.safeParse(json);
	if (!card.success) return null;
	const icons = card.data.data.assets.flatMap((asset) => icon.safeParse(asset).data ?? []);
	const { uri } = icons.find(({ name }) => name === 'main') ?? icons[0] ?? { uri: '' };
	if (EMBEDDED.test(uri)) return { kind: 'entry', name: uri.replace(EMBEDDED, '').replace(/^\/+/, '') };
	const data = DATA.exec(uri)?.[0];
	return data === undefined ? null : { kind: 'base64', text: uri.slice(data.length) };
}
