/** Where the names of finished tests are kept for `test/last`. */

/** JSON list of `{ name, state }`, rewritten as test files end. */
export const RAN_NAMES_FILE = new URL('../../node_modules/.cache/tomori/ran-names.json', import.meta.url);
