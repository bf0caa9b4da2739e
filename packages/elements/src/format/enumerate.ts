/** Puts what describes one thing in a row, each part keeping its own writing direction. */
export function enumerate(parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? `\u2068${part}\u2069` : [])).join(' · ');
}
