/** Routes on which a carrier is known to fly a certain layout; the project's own table. */
import { numberOf, type Row, textOf } from './csv.ts';
import { ownTable } from './sources.ts';

const SEATS = ['first', 'business', 'premium_economy', 'economy'] as const;

/** `carrier origin destination layout share only;...`; `layout` counts the carrier's rows from 0. */
export function routeLayouts(fleets: ReadonlyMap<string, readonly Row[]>): string {
  return ownTable('route-layouts.csv')
    .map((row) => {
      const rows = fleets.get(textOf(row, 'carrier')) ?? [];
      const matches = rows.flatMap((layout, i) =>
        layout.aircraft_icao === row.aircraft_icao && SEATS.every((cabin) => layout[cabin] === row[cabin])
          ? [i]
          : [],
      );
      if (matches.length === 0) throw new Error(`no such layout: ${JSON.stringify(row)}`);
      const share = Math.round(100 * numberOf(row, 'share'));
      return `${row.carrier} ${row.origin} ${row.destination} ${matches[0]} ${share}${row.only_here === 'yes' ? ' o' : ''}`;
    })
    .join(';');
}
