import { element } from './element.ts';
import { priceText } from './price.ts';

/** A line of a price: its label, and minor units. */
export type PriceLine = readonly [label: string, minor: number];

/** Writes the lines of a price into a `dl`, the total last. */
export function showPrices(
  list: Element,
  lines: readonly PriceLine[],
  total: PriceLine,
  currency: string,
): void {
  const [label, minor] = total;
  list.replaceChildren(
    ...lines.flatMap(([name, amount]) => [
      element('dt', {}, name),
      element('dd', {}, priceText(amount, currency)),
    ]),
    element('dt', { class: 'total' }, label),
    element('dd', { class: 'total' }, priceText(minor, currency)),
  );
}
