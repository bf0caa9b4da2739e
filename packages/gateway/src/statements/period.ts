/** Whether a text names a month: `2026-11`. */
export function isPeriod(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** Returns the month of a moment, UTC. */
export function periodOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** Returns the end of a month: the first moment after it, milliseconds since 1970. */
export function endOfPeriod(period: string): number {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return Date.UTC(year, month, 1);
}
