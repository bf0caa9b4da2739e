const grouped = new Intl.NumberFormat('en');

/** A whole number with separators. */
export function formatCount(value: number): string {
  return grouped.format(value);
}

/** A number of things: `1 order`, `1,200 orders`. */
export function counted(value: number, one: string): string {
  return `${formatCount(value)} ${one}${value === 1 ? '' : 's'}`;
}
