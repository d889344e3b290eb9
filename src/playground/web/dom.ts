/** Builds elements without markup: text becomes text nodes, so nothing a person writes is ever read as HTML. */

/** What may stand inside an element; null and false stand for nothing. */
export type Child = Node | string | null | false;

/** What an element may be given. */
export interface ElementProperties {
	readonly class?: string;
	readonly title?: string;
	readonly attributes?: Readonly<Record<string, string>>;
	readonly on?: { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };
}

/** A new element with its properties, listeners and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	properties: ElementProperties = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
	const made = document.createElement(tag);
	if (properties.class !== undefined) made.className = properties.class;
	if (properties.title !== undefined) made.title = properties.title;
	for (const [name, value] of Object.entries(properties.attributes ?? {})) made.setAttribute(name, value);
	for (const [name, listener] of Object.entries(properties.on ?? {})) {
		made.addEventListener(name, listener as EventListener);
	}
	fill(made, children);
	return made;
}

/** Puts children at the end of an element. */
export function fill(parent: Element, children: readonly Child[]): void {
	for (const child of children) if (child !== null && child !== false) parent.append(child);
}

/** Replaces what an element holds. */
export function refill(parent: Element, ...children: readonly Child[]): void {
	parent.replaceChildren();
	fill(parent, children);
}

/** The element with this id, which the page's HTML must have. */
export function byId(id: string): HTMLElement {
	const found = document.getElementById(id);
	if (found === null) throw new Error(`The page has no element #${id}`);
	return found;
}

/** A button with an accessible name; a click does not submit anything. */
export function button(
	properties: { readonly class: string; readonly label: string; readonly press: (event: MouseEvent) => void },
	...children: readonly Child[]
): HTMLButtonElement {
	return element(
		'button',
		{
			class: properties.class,
			title: properties.label,
			attributes: { type: 'button', 'aria-label': properties.label },
			on: { click: properties.press },
		},
		...children,
	);
}
