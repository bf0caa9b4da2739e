import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js';
import { DIRECTION_MARKS, type Face, faceOf, MAIN_FACE } from './faces.ts';

// The package's types say `default`; what Node imports is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** A piece of a line that is drawn at once: with one face, in one direction. */
export interface Run {
  readonly text: string;
  readonly face: Face;
}

/** The direction in which a document is read. */
export type Direction = 'ltr' | 'rtl';

/** A character and its drawing properties. */
interface Drawn {
  readonly text: string;
  readonly face: Face;
  readonly isDevanagari: boolean;
  readonly rtl: boolean;
}

/**
 * Splits a line into runs from left to right, by the Unicode Bidirectional Algorithm. Each text is in the order that
 * its face expects: a face with letters from right to left reverses it.
 */
export function runsOf(line: string, direction: Direction): Run[] {
  if (direction === 'ltr' && isPlain(line)) return [{ text: line, face: MAIN_FACE }];
  const levels = bidi.getEmbeddingLevels(line, direction);
  const characters = charactersOf(line, levels);
  const runs: Drawn[][] = [];
  for (const index of bidi.getReorderedIndices(line, levels)) {
    const character = characters.get(index);
    if (!character) continue;
    const run = runs.at(-1);
    if (run && continues(run, character)) run.push(character);
    else runs.push([character]);
  }
  return runs.map((run) => ({ text: textOf(run), face: run[0]?.face ?? MAIN_FACE }));
}

/** Returns the characters to draw, by their index in the line: all but those that only mark directions. */
function charactersOf(line: string, { levels }: EmbeddingLevels): Map<number, Drawn> {
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const characters = new Map<number, Drawn>();
  let before: Face | undefined;
  let isDevanagari = false;
  let at = 0;
  for (const character of line) {
    const face = faceOf(character, before) ?? MAIN_FACE;
    const rtl = ((levels[at] ?? 0) & 1) === 1;
    if (!character.match(DIRECTION_MARKS)) {
      // Spaces, digits and punctuation take the script of the preceding text.
      isDevanagari = DEVANAGARI.test(character) || (isDevanagari && !/\p{Letter}/u.test(character));
      characters.set(at, { text: mirrored.get(at) ?? character, face, rtl, isDevanagari });
      before = face;
    }
    at += character.length;
  }
  return characters;
}

/** Whether a character is drawn at once with those of a run. */
function continues([first]: readonly Drawn[], { face, rtl, isDevanagari }: Drawn): boolean {
  return first?.face === face && first.rtl === rtl && first.isDevanagari === isDevanagari;
}

/**
 * Some of these letters are drawn before the letter they follow. If a run begins in Latin, the library draws them after
 * it.
 */
const DEVANAGARI = /\p{Script=Devanagari}/u;

/** Whether the main face draws a whole text in one script; it has no letters from right to left. */
function isPlain(line: string): boolean {
  return (
    !DEVANAGARI.test(line) && [...line].every((one) => MAIN_FACE.characters.has(one.codePointAt(0) ?? 0))
  );
}

/** Characters that a face reverses: letters from right to left, and digits of Arabic, which run from the left. */
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Returns the text of a run for its face: reversed if the face reverses it again. */
function textOf(run: readonly Drawn[]): string {
  const letters = run.map((one) => one.text);
  const text = letters.join('');
  return TURNED.test(text) ? letters.toReversed().join('') : text;
}
