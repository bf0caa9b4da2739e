import bidiFactory, { type Bidi } from 'bidi-js';
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

/** A character, and how it is drawn. */
interface Drawn {
  readonly text: string;
  readonly face: Face;
  readonly isDevanagari: boolean;
  readonly rtl: boolean;
}

/**
 * The runs of one line from left to right, by the Unicode Bidirectional Algorithm. The text of each is in the order in
 * which its face takes it: one with letters from right to left turns it.
 */
export function runsOf(line: string, direction: Direction): Run[] {
  if (direction === 'ltr' && isPlain(line)) return [{ text: line, face: MAIN_FACE }];
  const levels = bidi.getEmbeddingLevels(line, direction);
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels);
  const characters = new Map<number, Drawn>();
  let before: Face | undefined;
  let isDevanagari = false;
  let at = 0;
  for (const character of line) {
    const face = faceOf(character, before) ?? MAIN_FACE;
    const rtl = ((levels.levels[at] ?? 0) & 1) === 1;
    if (!character.match(DIRECTION_MARKS)) {
      // Spaces, digits and punctuation take the script of the preceding text.
      isDevanagari = DEVANAGARI.test(character) || (isDevanagari && !/\p{Letter}/u.test(character));
      characters.set(at, { text: mirrored.get(at) ?? character, face, rtl, isDevanagari });
      before = face;
    }
    at += character.length;
  }
  const runs: Drawn[][] = [];
  for (const index of bidi.getReorderedIndices(line, levels)) {
    const character = characters.get(index);
    if (!character) continue;
    const run = runs.at(-1);
    const [first] = run ?? [];
    const goesOn =
      first?.face === character.face &&
      first.rtl === character.rtl &&
      first.isDevanagari === character.isDevanagari;
    if (run && goesOn) run.push(character);
    else runs.push([character]);
  }
  return runs.map((run) => ({ text: textOf(run), face: run[0]?.face ?? MAIN_FACE }));
}

/**
 * Some of these letters are drawn before the one they follow; if a run begins in Latin, the library draws them after
 * it.
 */
const DEVANAGARI = /\p{Script=Devanagari}/u;

/** Whether the main face draws all of a text in one script; it has no letters from right to left. */
function isPlain(line: string): boolean {
  return (
    !DEVANAGARI.test(line) && [...line].every((one) => MAIN_FACE.characters.has(one.codePointAt(0) ?? 0))
  );
}

/** Characters that a face turns: letters from right to left, and digits of Arabic, which run from the left. */
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The text of a run as its face takes it: if the face reverses it, it is passed in reverse. */
function textOf(run: readonly Drawn[]): string {
  const letters = run.map((one) => one.text);
  const text = letters.join('');
  return TURNED.test(text) ? letters.toReversed().join('') : text;
}
