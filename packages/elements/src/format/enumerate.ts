/** Joins what describes one thing by the comma of the locale, each part keeping its own writing direction. */
export function enumerate(parts: readonly (string | undefined)[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'unit' }).format(
    parts.flatMap((part) => (part ? `\u2068${part}\u2069` : [])),
  );
}
