import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { REGULAR_FONT } from './font.ts';

/** The font for Devanagari, for readers whose system has none: a TrueType file. */
export const WEB_FONT: Uint8Array<ArrayBuffer> = new Uint8Array(readFileSync(REGULAR_FONT));

/** Path of the font. It changes with the content, so that browsers may cache it for ever. */
export const WEB_FONT_PATH: string = `/assets/noto-sans-devanagari-${createHash('sha256').update(WEB_FONT).digest('hex').slice(0, 12)}.ttf`;
