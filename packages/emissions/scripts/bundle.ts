/** Bundles the published files into `dist/bundle`. */
import { bundle } from './build/bundle.ts';

await bundle('dist/bundle');
