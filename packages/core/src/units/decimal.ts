/** A decimal number: `digits / 10^scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The number by its shortest decimal notation, shifted left by `shift` digits. Exact. */
export function scaled(value: number, shift: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) - shift };
}

/** Rounds to the nearest whole number, halves upward. For numbers from 0 up. */
export function halfUp({ digits, scale }: Decimal): bigint {
  if (scale <= 0) return digits * 10n ** BigInt(-scale);
  return divideHalfUp(digits, 10n ** BigInt(scale));
}

/** Divides to the nearest whole number, halves upward. For numbers from 0 up. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}
