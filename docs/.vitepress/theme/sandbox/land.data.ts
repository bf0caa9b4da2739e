import { type Land, loadLand } from './land.ts';

declare const data: Land;

export { data };

/** Read when the site is made, so that a visitor fetches the outlines and nothing that reads them. */
export default { load: loadLand };
