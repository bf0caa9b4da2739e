import { readFileSync } from 'node:fs';
import { assetPath } from './asset-path.ts';
import { REGULAR_FONT } from './font.ts';

/** The font for Devanagari, for readers whose system has none: a TrueType file. */
export const WEB_FONT: Uint8Array<ArrayBuffer> = new Uint8Array(readFileSync(REGULAR_FONT));

/** Path of the font. */
export const WEB_FONT_PATH: string = assetPath('noto-sans-devanagari', WEB_FONT, 'ttf');
