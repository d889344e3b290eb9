/** Draws the round pictures: small emblems for the people of the playground, a letter on a colour for everybody else. */
import { element } from './dom.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

interface Emblem {
	readonly from: string;
	readonly to: string;
	/** Filled shapes on a 40 × 40 field: colour and path data. */
	readonly shapes: readonly (readonly [string, string])[];
}

const emblems: Readonly<Record<string, Emblem>> = {
	Tomori: {
		from: '#3b2a6b',
		to: '#171433',
		shapes: [
			['#f2a65a55', 'M20 5a15 15 0 1 0 0 30a15 15 0 0 0 0-30Z'],
			['#d9534f', 'M20 10c6 0 9 4.500 9 10s-3 10-9 10s-9-4.500-9-10s3-10 9-10Z'],
			['#ffd98a', 'M20 13c3.800 0 6 3 6 7s-2.200 7-6 7s-6-3-6-7s2.200-7 6-7Z'],
			['#fff6dc', 'M20 15.500c1.500 2.200 3 3.500 3 5.500a3 3 0 0 1-6 0c0-2 1.500-3.300 3-5.500Z'],
			['#2a1d4d', 'M15.500 8.500h9v2.500h-9zM15.500 29h9v2.500h-9zM19.300 5h1.400v4h-1.400zM19.300 31h1.400v4h-1.400z'],
		],
	},
	Ellen: {
		from: '#2f9e7a',
		to: '#14584a',
		shapes: [
			['#dff7e6', 'M29 10c1 10-3 17-11 17c-3 0-6-2-6-6c0-7 8-11 17-11Z'],
			['#14584a', 'M11 31c2-7 7-12 14-16l.600 1c-6 4-10.500 9-12.800 15.500Z'],
		],
	},
	Bo: {
		from: '#d98b3a',
		to: '#8a4a17',
		shapes: [
			['#5b2f10', 'M12 11a4.500 4.500 0 1 0 .010 0ZM28 11a4.500 4.500 0 1 0 .010 0Z'],
			['#fbe3c0', 'M20 12c6.500 0 10 4.500 10 9.500S26 31 20 31s-10-4.500-10-9.500S13.500 12 20 12Z'],
			[
				'#5b2f10',
				'M16 18.500a1.600 1.600 0 1 0 .010 0ZM24 18.500a1.600 1.600 0 1 0 .010 0ZM20 23c1.700 0 2.800.700 2.800 1.700S21.300 27 20 27s-2.800-1.300-2.800-2.300S18.300 23 20 23Z',
			],
		],
	},
	Akari: {
		from: '#e0648f',
		to: '#7b2a5e',
		shapes: [
			[
				'#ffe3ee',
				'M20 20c-5-4-5.500-10 0-12c5.500 2 5 8 0 12ZM20 20c2.300-6 7.800-8.300 11.400-3.700c-.200 5.900-6 7.100-11.400 3.700ZM20 20c6.400.500 10.300 5.100 7.100 9.900c-5.700 1.600-8.600-3.500-7.100-9.900ZM20 20c1.500 6.400-1.400 11.500-7.100 9.900c-3.200-4.800.700-9.400 7.100-9.900ZM20 20c-5.400 3.400-11.200 2.200-11.400-3.700c3.600-4.600 9.100-2.300 11.400 3.700Z',
			],
			['#f5b942', 'M20 17a3 3 0 1 0 .010 0Z'],
		],
	},
};

/** Hues that read well as names on the dark page. */
const hues = [4, 28, 48, 96, 152, 182, 206, 262, 290, 330];

function hueOf(name: string): number {
	let sum = 0;
	for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
	return hues[sum % hues.length] ?? 206;
}

const nameColours: Readonly<Record<string, string>> = {
	Tomori: '#f7b267',
	Ellen: '#6fd6ae',
	Bo: '#f0b46e',
	Akari: '#f497b8',
};

/** The colour that a name is written in. */
export function nameColour(name: string): string {
	return nameColours[name] ?? `hsl(${hueOf(name)} 70% 74%)`;
}

function shape(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
	const made = document.createElementNS(svgNamespace, tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
	return made;
}

let gradients = 0;

function drawing(name: string): SVGElement {
	const emblem = emblems[name];
	const hue = hueOf(name);
	gradients += 1;
	const id = `gradient-${gradients}`;
	const gradient = shape('linearGradient', { id, x1: '0', y1: '0', x2: '0.4', y2: '1' });
	gradient.append(
		shape('stop', { offset: '0', 'stop-color': emblem?.from ?? `hsl(${hue} 52% 48%)` }),
		shape('stop', { offset: '1', 'stop-color': emblem?.to ?? `hsl(${hue} 56% 26%)` }),
	);
	const svg = shape('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' });
	svg.append(gradient, shape('rect', { width: '40', height: '40', fill: `url(#${id})` }));
	for (const [fill, d] of emblem?.shapes ?? []) svg.append(shape('path', { fill, d }));
	if (emblem === undefined) {
		const letter = shape('text', { x: '20', y: '27', 'text-anchor': 'middle', class: 'avatar-letter' });
		letter.textContent = [...name][0]?.toUpperCase() ?? '?';
		svg.append(letter);
	}
	return svg;
}

/** A person's picture: the one that came with the message, else a drawing that depends on the name alone. */
export function avatarView(name: string, pictureUrl: string | null = null): HTMLElement {
	if (pictureUrl === null) return element('span', { class: 'avatar' }, drawing(name));
	const picture = element('img', { attributes: { src: pictureUrl, alt: '' } });
	const frame = element('span', { class: 'avatar' }, picture);
	picture.addEventListener('error', () => frame.replaceChildren(drawing(name)));
	return frame;
}
