import type { Settlement } from '@flight-offset/core';
import { exponentOf, isCurrency, toMinorUnits } from '@flight-offset/core';
import type { MerchantLimit } from '../../merchants/change.ts';
import { taxRuleSchema } from '../../merchants/tax.ts';
import { UsageError } from '../read-arguments.ts';

/** Reads `--settlement`. @throws UsageError for any other value. */
export function readSettlement(text: string): Settlement {
  if (text === 'payer' || text === 'merchant') return text;
  throw new UsageError('--settlement must be payer or merchant.');
}

/** Reads `--limit EUR:50000,JPY:3000000`: whole units of each currency. @throws UsageError if invalid. */
export function readLimits(text: string): MerchantLimit[] {
  const limits = text.split(',').map(readLimit);
  const twice = limits.find(({ currency }, at) => limits.findIndex((one) => one.currency === currency) < at);
  // One of the two would be silently lost.
  if (twice) throw new UsageError(`--limit names ${twice.currency} twice.`);
  return limits;
}

function readLimit(text: string): MerchantLimit {
  const [, currency = '', amount = ''] = /^([A-Z]{3}):(\d{1,12}(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  if (currency === '') throw new UsageError('--limit must be amounts such as EUR:50000,JPY:3000000.');
  if (!isCurrency(currency))
    throw new UsageError(`--limit names ${currency}, and there is no such currency.`);
  const decimals = amount.split('.')[1]?.length ?? 0;
  if (decimals > exponentOf(currency)) throw new UsageError(`--limit has more decimals than ${currency}.`);
  // Possible for a currency of four decimals.
  if (Number(amount) * 10 ** exponentOf(currency) > Number.MAX_SAFE_INTEGER)
    throw new UsageError(`--limit is too large: ${text.trim()}.`);
  return { currency, limit_minor: toMinorUnits(Number(amount), currency) };
}

/**
 * Reads `--tax none` or `--tax inclusive:19:VAT[:SELLER_ID]`.
 * @returns the JSON for the merchant's row; null for none.
 * @throws UsageError if invalid.
 */
export function readTax(text: string): string | null {
  if (text === 'none') return null;
  const [mode, rate = '', label, ...seller] = text.split(':');
  const sellerId = seller.join(':');
  const rule = taxRuleSchema.safeParse({
    mode,
    rate: rate === '' ? Number.NaN : Number(rate),
    label,
    ...(sellerId === '' ? {} : { sellerId }),
  });
  if (rule.success) return JSON.stringify(rule.data);
  throw new UsageError(
    '--tax must be none or MODE:RATE:LABEL:SELLER, such as inclusive:19:VAT:DE123456789 (inclusive or exclusive, percent, label, seller id).',
  );
}
