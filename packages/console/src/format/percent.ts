/** Formats a part of a whole in per cent, rounded; a dash if there is no whole. */
export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;
}
