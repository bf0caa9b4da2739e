import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const FAMILY = '@expo-google-fonts/noto-sans-devanagari';

/** File of Noto Sans Devanagari, regular: holds Latin, Devanagari and ₹. */
export const REGULAR_FONT: string = require.resolve(`${FAMILY}/400Regular/NotoSansDevanagari_400Regular.ttf`);

/** File of Noto Sans Devanagari, semi-bold. */
export const BOLD_FONT: string = require.resolve(`${FAMILY}/600SemiBold/NotoSansDevanagari_600SemiBold.ttf`);
