const number = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en', { maximumFractionDigits: digits });

/** Formats grams as kilograms below a tonne, and as tonnes from one tonne up, to the gram. */
export function formatMass(grams: number): string {
  const tonnes = Math.abs(grams) >= 1e6;
  return `${number(tonnes ? 6 : 3).format(grams / (tonnes ? 1e6 : 1e3))} ${tonnes ? 't' : 'kg'}`;
}

/** Formats grams as a short figure: three significant digits, large ones in millions of tonnes. */
export function formatMassShort(grams: number): string {
  const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  if (Math.abs(grams) >= 1e12) return `${short.format(grams / 1e12)} Mt`;
  if (Math.abs(grams) >= 1e6) return `${short.format(grams / 1e6)} t`;
  return `${short.format(grams / 1e3)} kg`;
}
