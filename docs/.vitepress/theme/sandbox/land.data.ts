import { type Land, loadLand } from './land.ts';

declare const data: Land;

export { data };

/** Read when the site is built, so that a visitor fetches the outlines and not their reader. */
export default { load: loadLand };
