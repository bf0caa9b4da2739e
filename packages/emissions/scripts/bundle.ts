/** Bundles the published files into `dist/bundle`. */
import { fileURLToPath } from 'node:url';
import { writeCopies } from '../../../scripts/copies.ts';
import { bundle } from './build/bundle.ts';

writeCopies(fileURLToPath(new URL('..', import.meta.url)), await bundle('dist/bundle'));
