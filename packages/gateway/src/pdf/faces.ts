import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import { REGULAR_FONT } from '../pages/font.ts';

const require = createRequire(import.meta.url);

/** Weight of a text. */
export type Weight = 'regular' | 'bold';

/** An embedded font, in each weight. */
export interface Face {
  /** File of each weight. */
  readonly files: Readonly<Record<Weight, string>>;
  /** The characters it draws. */
  readonly characters: ReadonlySet<number>;
}

function face(regular: string, bold: string): Face {
  const files = { regular, bold: require.resolve(bold) };
  let characters: ReadonlySet<number> | undefined;
  return {
    files,
    get characters() {
      // Read when a text first needs it: most documents need only the first face.
      if (characters) return characters;
      const font = openSync(files.regular);
      characters = new Set('characterSet' in font ? font.characterSet : []);
      return characters;
    },
  };
}

/** Latin and Devanagari; its metrics space the lines of every text. */
export const MAIN_FACE: Face = face(
  REGULAR_FONT,
  '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
);

/** In the order in which they are tried. */
const FACES: readonly Face[] = [
  MAIN_FACE,
  face(
    require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  ),
  face(
    require.resolve('@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf'),
    '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf',
  ),
];

/** Letters, numbers and marks: they belong to a script, unlike spaces and punctuation. */
const OF_A_SCRIPT = /[\p{Letter}\p{Number}\p{Mark}]/u;

/**
 * Returns the face that draws a character: for spaces and punctuation the previous character's, if it has them.
 * Undefined if none draws it.
 */
export function faceOf(character: string, before: Face | undefined): Face | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (before?.characters.has(code) && !OF_A_SCRIPT.test(character)) return before;
  return FACES.find(({ characters }) => characters.has(code));
}

/** Marks that only set the direction of a text; they are not drawn. */
export const DIRECTION_MARKS: RegExp = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Letters and numbers: without them, a name would read differently. */
const READ = /[\p{Letter}\p{Number}]/u;

/**
 * Returns a text as the embedded fonts can draw it: a question mark for each letter they lack, such as Hebrew ones, so
 * that a reader sees that something is missing; without symbols, which would be drawn as boxes.
 */
export function printable(text: string): string {
  return [...text.replaceAll('\u202f', '\u00a0')]
    .map((one) => {
      if (one.match(DIRECTION_MARKS) || faceOf(one, undefined)) return one;
      if (one === '₂') return '2';
      return READ.test(one) ? '?' : '';
    })
    .join('');
}
