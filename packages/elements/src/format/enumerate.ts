/** Between these a text keeps its own writing direction: FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
const FSI = '\u2068';
const PDI = '\u2069';

/** Puts what describes one thing in a row, each part keeping its own writing direction. */
export function enumerate(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part)
    .map((part) => FSI + part + PDI)
    .join(' · ');
}
