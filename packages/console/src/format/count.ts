const grouped = new Intl.NumberFormat('en');

/** A whole number with separators. */
export function formatCount(value: number): string {
  return grouped.format(value);
}
