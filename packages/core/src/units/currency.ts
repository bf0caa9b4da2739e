/**
 * Currencies of ISO 4217 and how many decimals each has. `Intl.NumberFormat` is no substitute: it has the digits that
 * people write, not those in which money is counted (COP, HUF and IQD differ). Source: ISO 4217 list one, SIX Financial
 * Information, amendment 179.
 */

/** Currencies whose smallest unit is not a hundredth. */
const EXPONENTS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Every other currency in use. */
const HUNDREDTHS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP ' +
  'CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES ' +
  'KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK ' +
  'NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB ' +
  'TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG';

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...HUNDREDTHS.split(' ').map((code) => [code, 2] as const),
  ...Object.entries(EXPONENTS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
]);

/** Code of every currency known here, such as `EUR`. */
export const CURRENCIES: readonly string[] = [...DIGITS.keys()].sort();

/**
 * Whether a text is the ISO 4217 code of a currency in use, in capitals.
 * @example
 * isCurrency('EUR'); // true
 * isCurrency('eur'); // false
 */
export function isCurrency(code: string): boolean {
  return DIGITS.has(code);
}

/**
 * Returns how many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD.
 * @throws RangeError if the code is not in ISO 4217.
 * @example
 * exponentOf('JPY'); // 0
 */
export function exponentOf(currency: string): number {
  const digits = DIGITS.get(currency);
  if (digits === undefined) throw new RangeError('currency must be an ISO 4217 code such as EUR');
  return digits;
}
