/** The page's own line icons, drawn from path data. */

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Path data on a 24 × 24 field, drawn with a round 2-unit line. */
const paths = {
	hash: 'M10 3 8 21M16 3l-2 18M4 8.5h17M3 15.5h17',
	thread: 'M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4',
	at: 'M16 8v5a3 3 0 0 0 5 2c1.5-6-2.500-12-9-12a9 9 0 1 0 5 16.500M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
	reply: 'M10 5 3 12l7 7M3 12h11a7 7 0 0 1 7 7',
	smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.500 14.500a4.500 4.500 0 0 0 7 0M9 9.500v.01M15 9.500v.01',
	apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 13v8M13 17h8',
	plus: 'M12 5v14M5 12h14',
	close: 'M6 6l12 12M18 6 6 18',
	send: 'M4 12 3 4l18 8-18 8 1-8Zm0 0h8',
	pen: 'M4 20l1-5L16 4l4 4L9 19l-5 1ZM14 6l4 4',
	bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
	eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
	panel: 'M3 5h18v14H3zM15 5v14',
	menu: 'M4 7h16M4 12h16M4 17h16',
	chevron: 'M6 9l6 6 6-6',
	file: 'M6 3h8l5 5v13H6zM14 3v5h5',
	copy: 'M9 9h11v12H9zM5 15H4V3h11v2',
	slash: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM9.500 16l5-8',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** A new icon; it has no accessible name of its own. */
export function icon(name: IconName, size = 20): SVGSVGElement {
	const svg = document.createElementNS(svgNamespace, 'svg');
	const attributes = { viewBox: '0 0 24 24', width: String(size), height: String(size), 'aria-hidden': 'true' };
	for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
	svg.classList.add('icon');
	const path = document.createElementNS(svgNamespace, 'path');
	path.setAttribute('d', paths[name]);
	svg.append(path);
	return svg;
}
