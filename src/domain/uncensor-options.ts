/** How a text is written round an endpoint's word filter. */

/** The two transforms; each stands for itself. */
export interface UncensorOptions {
	/** Every space becomes a blank that no filter splits words at. */
	readonly unicodeSpace: boolean;
	/** Words of the list get dots between some of their letters. */
	readonly sanitize: boolean;
}
