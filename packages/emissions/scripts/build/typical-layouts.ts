/** Seats of a type for an unknown layout: the median of the world's fleets. */
import { equivalentCapacity } from '../../src/aircraft/cabin-weights.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import { flyingFleetRows } from './fleet-rows.ts';

/** Seats in first, business, premium economy, economy. */
export type Layout = readonly [number, number, number, number];

const layoutOf = (row: Row): Layout => [
  numberOf(row, 'first'),
  numberOf(row, 'business'),
  numberOf(row, 'premium_economy'),
  numberOf(row, 'economy'),
];

/** Capacity of a layout in economy seats. */
const capacity = ([first, business, premiumEconomy, economy]: Layout, wide: boolean): number =>
  equivalentCapacity({ first, business, premiumEconomy, economy }, wide ? 'wide' : 'narrow');

/**
 * Returns the layout of each type whose capacity is the median, weighted by aircraft; else the maker's typical seats.
 */
export function typicalLayouts(types: readonly Row[], fuel: ReadonlyMap<string, Row>): Map<string, Layout> {
  const fleets = flyingFleetRows();
  return new Map(
    types.map((type) => {
      const icao = textOf(type, 'icao');
      const rows = fleets
        .filter((row) => row.aircraft_icao === icao)
        .map((row) => ({ layout: layoutOf(row), count: numberOf(row, 'count') }))
        .sort((a, b) => capacity(a.layout, type.body === 'wide') - capacity(b.layout, type.body === 'wide'));
      const half = rows.reduce((sum, row) => sum + row.count, 0) / 2;
      let counted = 0;
      const median = rows.find((row) => {
        counted += row.count;
        return counted >= half;
      });
      return [
        icao,
        median && rows.length >= 3 ? median.layout : makersLayout(type, fuel.get(icao), median?.layout),
      ];
    }),
  );
}

function makersLayout(type: Row, fuelRow: Row | undefined, single: Layout | undefined): Layout {
  if (textOf(type, 'typical_seats') !== '') return [0, 0, 0, numberOf(type, 'typical_seats')];
  if (single) return single;
  if (!fuelRow || fuelRow.typ_Y === '') throw new Error(`no typical seats for ${type.icao}`);
  return [
    numberOf(fuelRow, 'typ_F'),
    numberOf(fuelRow, 'typ_J'),
    numberOf(fuelRow, 'typ_W'),
    numberOf(fuelRow, 'typ_Y'),
  ];
}
