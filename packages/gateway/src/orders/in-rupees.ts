import { type MinorUnits, minorUnits, portionOf } from '@flight-offset/core';
import type { OrderRow } from '../store/schema.ts';

/**
 * Converts a part of an order's price for totals, at the rate frozen in the order: paise, half up.
 * @param part minor units of the order's currency.
 */
export function inRupees(
  { amount_minor, inr_minor }: Pick<OrderRow, 'amount_minor' | 'inr_minor'>,
  part: number,
): MinorUnits {
  return amount_minor === 0 ? minorUnits(0) : portionOf(minorUnits(inr_minor), part, amount_minor);
}
