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

/** A character with its place in the text, in UTF-16 units. */
interface Drawn {
  readonly text: string;
  readonly face: Face;
  readonly rtl: boolean;
  readonly at: number;
}

/**
 * The runs of one line from left to right, by the Unicode Bidirectional Algorithm. The text of each is in the order in
 * which it is read: a face with letters from right to left turns it itself.
 */
export function runsOf(line: string, direction: Direction): Run[] {
  if (direction === 'ltr' && isPlain(line)) return [{ text: line, face: MAIN_FACE }];
  const levels = bidi.getEmbeddingLevels(line, direction);
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels);
  const characters = new Map<number, Drawn>();
  let before: Face | undefined;
  let at = 0;
  for (const character of line) {
    const face = faceOf(character, before) ?? MAIN_FACE;
    const rtl = ((levels.levels[at] ?? 0) & 1) === 1;
    if (!character.match(DIRECTION_MARKS)) {
      characters.set(at, { text: mirrored.get(at) ?? character, face, rtl, at });
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
    if (run && first?.face === character.face && first.rtl === character.rtl) run.push(character);
    else runs.push([character]);
  }
  return runs.map((run) => ({ text: textOf(run), face: run[0]?.face ?? MAIN_FACE }));
}

/** Whether the main face draws all of a text; it has no letters from right to left. */
function isPlain(line: string): boolean {
  return [...line].every((one) => MAIN_FACE.characters.has(one.codePointAt(0) ?? 0));
}

/** Letters that are written from right to left. */
const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A run as its face takes it: one without letters from right to left is drawn in the order of the line. */
function textOf(run: readonly Drawn[]): string {
  const text = run.map((one) => one.text).join('');
  return RTL_LETTER.test(text)
    ? run
        .toSorted((a, b) => a.at - b.at)
        .map((one) => one.text)
        .join('')
    : text;
}
