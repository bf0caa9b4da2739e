import { fill } from '../messages/fill.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import type { View } from './view.ts';

/** The comparison in words: by how much, and with what. */
export function comparisonText(
  { quote: { comparison, gramsPerPassenger }, tag }: Pick<View, 'tag' | 'quote'>,
  t: Partial<MethodMessages>,
): string | undefined {
  if (!comparison || comparesWithItself(comparison)) return;
  const { level, method, typicalGramsPerPassenger: usual } = comparison;
  // Carriers of this route, or what else flies as far.
  const text = t[`${level}_${!method || method === 'carriers_on_route' ? 'route' : 'length'}`];
  const percent = Math.abs(gramsPerPassenger / usual - 1).toLocaleString(tag, { style: 'percent' });
  return text && fill(text, { percent }).join('');
}

/** Whether the typical figure is that of one carrier on the route: then it is this flight's own. */
const comparesWithItself = ({ method, carriers }: NonNullable<View['quote']['comparison']>): boolean =>
  method === 'carriers_on_route' && carriers === 1;
