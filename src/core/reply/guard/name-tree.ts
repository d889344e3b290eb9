/** Known names as a tree of their letters, so that a line is compared with all of them at once. */

/** A place in the tree: behind some letters of some names. */
export interface NameNode {
	readonly children: Map<string, NameNode>;
	/** Whose name ends here, or null. */
	owner: 'foreign' | 'own' | null;
	/** The name's spellings that end here, exactly as known. */
	readonly spellings: Set<string>;
}

/** Lower case, where that is a single unit, so that positions stay the same. */
export function foldUnit(unit: string): string {
	const lower = unit.toLowerCase();
	return lower.length === 1 ? lower : unit;
}

function newNode(): NameNode {
	return { children: new Map(), owner: null, spellings: new Set() };
}

function insert(root: NameNode, spelling: string, owner: 'foreign' | 'own'): void {
	let node = root;
	for (let index = 0; index < spelling.length; index++) {
		const unit = foldUnit(spelling.charAt(index));
		const next = node.children.get(unit) ?? newNode();
		node.children.set(unit, next);
		node = next;
	}
	node.owner ??= owner;
	node.spellings.add(spelling);
}

/** The tree of all names, in their composed and decomposed spellings; a name that is both own and foreign is own. */
export function nameTree(names: { readonly own: readonly string[]; readonly foreign: readonly string[] }): NameNode {
	const root = newNode();
	const owners = [
		['own', names.own],
		['foreign', names.foreign],
	] as const;
	for (const [owner, list] of owners) {
		for (const name of list) {
			const plainName = name.trim();
			if (plainName === '') continue;
			for (const spelling of new Set([plainName, plainName.normalize('NFC'), plainName.normalize('NFD')])) {
				insert(root, spelling, owner);
			}
		}
	}
	return root;
}
