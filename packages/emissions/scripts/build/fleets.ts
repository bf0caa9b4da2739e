/** Packs carriers: their fleets with layouts and usual distances, and their partners. */
import { LAYOUT_STEP_KM } from '../../src/tables/packed-steps.ts';
import { readTypes } from './aircraft-types.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import {
  type GeneralKnowledge,
  generalKnowledgeOf,
  readFleetRows,
  type Scope,
  scopesOf,
} from './fleet-rows.ts';
import { genericMix } from './generic-mix.ts';
import { moduleText } from './pack.ts';
import { routeLayouts } from './route-layouts.ts';
import { ownTable, sourceTable } from './sources.ts';

/**
 * Letters of the confidence, by how much of the row rests on general knowledge; if all of it does, it is never high.
 */
const CONFIDENCE: Readonly<Record<GeneralKnowledge, Readonly<Record<string, string>>>> = {
  none: { high: 'h', medium: 'm', low: 'l' },
  part: { high: 'p', medium: 'q', low: 'r' },
  all: { high: 'M', medium: 'M', low: 'L' },
};

function confidenceOf(row: Row): string {
  const letters = CONFIDENCE[generalKnowledgeOf(row)];
  return letters[textOf(row, 'confidence')] ?? letters.low!;
}

const yearOf = (row: Row): string => textOf(row, 'as_of').slice(3, 4);

/** Brand for which a regional carrier flies this layout, if the note states it. */
function brandOf(row: Row): string {
  return /\bfor (AA|DL|UA|AS|AC|AM|WS)\b/.exec(textOf(row, 'layout_note'))?.[1] ?? '';
}

function packRow(row: Row, scope: Scope, typeIndex: ReadonlyMap<string, number>): string {
  const type = typeIndex.get(textOf(row, 'aircraft_icao'));
  if (type === undefined) throw new Error(`unknown type in fleet: ${row.carrier_iata} ${row.aircraft_icao}`);
  const winglets = /^(73W|73H|73J|75W|75T|76W|32A|32B|31A|31B|73C|73E)$/.test(textOf(row, 'aircraft_iata'));
  const numbers = [
    Math.max(1, numberOf(row, 'count')),
    numberOf(row, 'first'),
    numberOf(row, 'business'),
    numberOf(row, 'premium_economy'),
    numberOf(row, 'economy'),
    Math.round(numberOf(row, 'min_km') / LAYOUT_STEP_KM),
    Math.round(numberOf(row, 'max_km') / LAYOUT_STEP_KM),
  ];
  const flags = `${confidenceOf(row)}${yearOf(row)}${scope}${winglets ? 'w' : ''}${brandOf(row)}`;
  return `${type} ${numbers.map((n) => (n === 0 ? '' : Math.round(n))).join(' ')} ${flags}`;
}

/** `airport n` if only narrow bodies fly there, or `airport type type...` if only these types do. */
function smallAirports(typeIndex: ReadonlyMap<string, number>): string {
  return ownTable('small-airports.csv')
    .map((row) => {
      const allows = textOf(row, 'allows');
      if (allows === 'narrow') return `${row.airport} n`;
      const types = allows.split(' ').map((icao) => {
        if (!typeIndex.has(icao)) throw new Error(`small-airports.csv: unknown type ${icao}`);
        return typeIndex.get(icao);
      });
      return [row.airport, ...types].join(' ');
    })
    .join(',');
}

/** Returns both codes of each carrier that is not among those `known` by their fleet. */
export function carriersWithoutFleet(
  known: ReadonlySet<string>,
  rows: readonly Row[] = sourceTable('carriers.csv'),
): string {
  const codes = rows.flatMap((row) => {
    const [iata, icao] = [textOf(row, 'carrier_iata'), textOf(row, 'carrier_icao')];
    return /^[A-Z]{3}$/.test(icao) && !known.has(iata) ? [iata + icao] : [];
  });
  return [...new Set(codes)].join(',');
}

/** Builds the module of fleets. */
export function fleetsModule(): string {
  const typeIndex = new Map(readTypes().map((row, i) => [textOf(row, 'icao'), i]));
  const carriers = new Map<string, { head: string; rows: string[]; sources: Row[] }>();
  const fleetRows = readFleetRows();
  const scopes = scopesOf(fleetRows);
  for (const row of fleetRows) {
    const iata = textOf(row, 'carrier_iata');
    const icao = /^[A-Z]{3}$/.test(textOf(row, 'carrier_icao')) ? textOf(row, 'carrier_icao') : '---';
    const carrier = carriers.get(iata) ?? {
      head: `${iata}${icao}${textOf(row, 'country_iso2')}`,
      rows: [],
      sources: [],
    };
    const packed = packRow(row, scopes.get(row)!, typeIndex);
    carrier.rows.push(packed);
    carrier.sources.push(row);
    carriers.set(iata, carrier);
  }
  const known = [...carriers.keys()].sort();
  return moduleText(
    'Carrier fleets: IATA, ICAO, country, then layouts (type, count, seats F J W Y, 50 km, flags).',
    {
      FLEETS: known
        .map((iata) => `${carriers.get(iata)!.head}|${carriers.get(iata)!.rows.join('|')}`)
        .join(';'),
      CARRIERS_WITHOUT_FLEET: carriersWithoutFleet(new Set(known)),
      CARRIER_ALIASES: ownTable('carrier-aliases.csv')
        .map((row) => `${row.code} ${row.carrier} ${row.iata}`.trim())
        .join(','),
      CEASED_CARRIERS: ownTable('ceased-carriers.csv')
        .map((row) => `${row.carrier} ${row.last_day}`)
        .join(','),
      GENERIC_MIX: genericMix(typeIndex),
      SMALL_AIRPORTS: smallAirports(typeIndex),
      ROUTE_LAYOUTS: routeLayouts(new Map([...carriers].map(([iata, { sources }]) => [iata, sources]))),
      PARTNERS: ownTable('partners.csv')
        .map((row) => `${row.brand} ${row.partner} ${row.flight_numbers}`.trim())
        .join(';'),
    },
  );
}
