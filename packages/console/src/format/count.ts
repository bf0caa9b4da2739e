const grouped = new Intl.NumberFormat('en');

/** A count with its noun: "1 order", "1,204 orders". */
export function count(value: number, noun: string): string {
  return `${grouped.format(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A whole number with separators. */
export function formatCount(value: number): string {
  return grouped.format(value);
}
