/** Characters of scripts that are written without spaces: a line may end after any of them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** No line begins with these: closing brackets, stops, small kana and the mark of a long vowel. */
const NO_START = /^[)\]}）」』】、。，．・：；！？…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ～~%％.,:;!?]/u;
/** No line ends with these: opening brackets. */
const NO_END = /[([{（「『【]$/u;

/** Splits a text into the parts between which a line may end. */
export function breakableParts(text: string): string[] {
  const parts: string[] = [];
  for (const character of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    const { segment } = character;
    const last = parts.at(-1);
    if (last === undefined || mayEnd(last, segment)) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}

function mayEnd(before: string, after: string): boolean {
  if (after === ' ' || NO_START.test(after) || NO_END.test(before)) return false;
  return before.endsWith(' ') || UNSPACED.test(before.at(-1) ?? '') || UNSPACED.test(after);
}

/**
 * Breaks a text into lines, each with the spaces at its end. A part that is wider than a line is broken anywhere.
 * @param measure width of a text on one line, without spaces at its end.
 */
export function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of breakableParts(text)) {
    if (measure((line + part).trimEnd()) <= width) {
      line += part;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(part)) {
      if (line !== '' && measure((line + segment).trimEnd()) > width) {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}
