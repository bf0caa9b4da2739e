import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** File of Noto Sans Devanagari, regular: has Latin, Devanagari and ₹. */
export const REGULAR_FONT: string = require.resolve(
  '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
);
