/** Writes grams as kilograms: no decimals from 10 kg up, one below. */
export function kilograms(grams: number): string {
  const digits = grams >= 10_000 ? 0 : 1;
  return `${(grams / 1000).toLocaleString('en', { maximumFractionDigits: digits })} kg`;
}
