import { fill } from '../messages/fill.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import type { View } from './view.ts';

/** Compares the figure in words: by how much, and with what. */
export function comparisonText(
  { tag, quote: { comparison, gramsPerPassenger } }: Pick<View, 'tag' | 'quote'>,
  t: Partial<MethodMessages>,
): string | undefined {
  if (!comparison) return;
  const { level, method, carriers, typicalGramsPerPassenger: usual } = comparison;
  const isOnRoute = method === 'carriers_on_route';
  // The typical figure of the only carrier on a route is this flight's own.
  if (isOnRoute && carriers === 1) return;
  // Carriers on this route, or flights of the same length.
  const text = t[`${level}_${!method || isOnRoute ? 'route' : 'length'}`];
  const percent = Math.abs(gramsPerPassenger / usual - 1).toLocaleString(tag, { style: 'percent' });
  return text && fill(text, { percent }).join('');
}
