import { exponentOf, isCurrency } from './currency.ts';

/**
 * Formats money in a locale, with the decimals that the currency has: ₹1,374.05, ￥1,374.
 * @param amount whole minor units.
 * @param currency ISO 4217 code, or another code of three letters, with the decimals that `Intl` gives it.
 * @param locale BCP 47; English if it is absent, invalid or unknown.
 * @throws RangeError if the currency is not three letters.
 * @example
 * formatMinorUnits(137405, 'INR', 'en-IN'); // '₹1,374.05'
 */
export function formatMinorUnits(amount: number, currency: string, locale: string | undefined): string {
  const text = formatter(locale, currency).format(amount / 10 ** digitsOf(currency));
  // From right to left, US$ at the end is drawn as $US, unless a mark from left to right follows.
  return text.replace(/\u200f.*[A-Z]\p{Sc}$/u, '$&\u200e');
}

function digitsOf(currency: string): number {
  if (isCurrency(currency)) return exponentOf(currency);
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

const formatters: Map<string, Intl.NumberFormat> = /* @__PURE__ */ new Map();

/** Formatters are slow to create, so they are kept; locales come from pages, so the number kept is limited. */
function formatter(locale: string | undefined, currency: string): Intl.NumberFormat {
  const known = knownLocale(locale);
  const key = `${known} ${currency}`;
  const kept = formatters.get(key);
  if (kept) return kept;
  if (formatters.size >= 200) formatters.clear();
  const digits = digitsOf(currency);
  const made = new Intl.NumberFormat(known, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formatters.set(key, made);
  return made;
}

function knownLocale(locale: string | undefined): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale ?? 'en')[0] ?? 'en';
  } catch {
    return 'en';
  }
}
