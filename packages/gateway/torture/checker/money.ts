import type { Check, Finding } from './facts.ts';
import type { Snapshot, StoredOrder } from './stored.ts';

/**
 * Converts an amount by its decimal digits to grams, halves upward; written apart from the project's own conversion.
 */
export function gramsOf(amount: number, unit: string): bigint {
  const [mantissa = '', exponent = '0'] = String(amount).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = Number(exponent) + (unit === 'tonCO2e' ? 6 : 3);
  // The number is (whole ++ fraction) × 10^(places − length of the fraction) grams.
  const shift = places - fraction.length;
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  const rest = digits % divisor;
  return digits / divisor + (rest * 2n >= divisor ? 1n : 0n);
}

/** Calculates the price of a mass, paise: halves upward, and at least 1 for any mass. */
export function paiseOf(grams: bigint, perTonne: bigint): bigint {
  const product = grams * perTonne;
  const rounded = product / 1_000_000n + (product % 1_000_000n >= 500_000n ? 1n : 0n);
  return rounded === 0n && product > 0n ? 1n : rounded;
}

/** Whether the credits of an order may be of several projects: then its price is a mean. */
const isBlended = ({ portfolio, project_count }: StoredOrder): boolean =>
  portfolio !== null || project_count > 1;

/** Whether a mean price lies between all past prices of the projects that the order may hold. */
function isBetween({ prices, projects, portfolioParts }: Snapshot, order: StoredOrder): boolean {
  const own =
    order.portfolio === null
      ? projects.filter(({ product }) => product === order.product).map(({ id }) => id)
      : portfolioParts.filter(({ portfolio }) => portfolio === order.portfolio).map(({ project }) => project);
  const each = prices.filter(({ project }) => own.includes(project)).map((one) => one.minor_per_tonne);
  return Math.min(...each) <= order.minor_per_tonne && order.minor_per_tonne <= Math.max(...each);
}

/** Does the price of every order match its mass at a price of its project? */
export const prices: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const known = new Set(snapshot.prices.map((one) => `${one.project} ${one.minor_per_tonne}`));
  for (const order of snapshot.orders) {
    const mass = gramsOf(order.emission_amount, order.emission_unit);
    if (mass !== BigInt(order.grams))
      findings.push({ kind: 'wrong-mass', detail: `${order.id}: ${order.grams} g, not ${mass}` });
    const price = paiseOf(BigInt(order.grams), BigInt(order.minor_per_tonne));
    if (price !== BigInt(order.amount_minor))
      findings.push({
        kind: 'wrong-money',
        detail: `${order.id}: ${order.amount_minor} paise, not ${price}`,
      });
    if (
      !(isBlended(order)
        ? isBetween(snapshot, order)
        : known.has(`${order.project} ${order.minor_per_tonne}`))
    )
      findings.push({
        kind: 'unknown-price',
        detail: `${order.id}: ${order.project} never cost ${order.minor_per_tonne}`,
      });
  }
  return findings;
};

/** Does every order cost the price shown to its payer, even if the price list changed meanwhile? */
export const expectedPrices: Check = ({ journal, snapshot }) => {
  const expected = new Map(journal.sent.map(({ marker, expectedPrice }) => [marker, expectedPrice]));
  return snapshot.orders.flatMap(({ id, user_name, amount_minor }) => {
    const price = expected.get(user_name ?? '');
    if (price === undefined || price === amount_minor) return [];
    return [
      { kind: 'price-broken' as const, detail: `${id} was shown at ${price} and costs ${amount_minor}` },
    ];
  });
};
