/** Choices behind the figures, each with the edit that removes it. */
import type { Edit } from './variant.ts';

/** One removed choice. */
export interface Choice {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Whether the data must be rebuilt for it. */
  readonly rebuild?: boolean;
}

/** Choices whose effect the accuracy page shows, in its order. */
export const CHOICES: readonly Choice[] = [
  {
    name: 'load factors of carriers replaced by 0.845',
    edits: [
      {
        file: 'src/statistics/load-factor.ts',
        from: 'const text = packedEntry(LOAD_FACTORS',
        to: "const text = packedEntry(''",
      },
    ],
  },
  {
    name: 'no season to, from and inside the US',
    edits: [
      {
        file: 'src/statistics/us-filings.ts',
        from: 'mean * ends * usSeason(flight) * route',
        to: 'mean * ends * (usSeason(flight) ? 1 : 1) * route',
      },
    ],
  },
  {
    name: 'no loads filed with the US DOT',
    edits: [
      {
        file: 'src/statistics/load-factor.ts',
        from: 'const filed = usLoads(carrier);',
        to: "const filed = usLoads(carrier && '');",
      },
    ],
  },
  {
    name: 'loads filed by carrier alone, not by airport and route',
    edits: [
      {
        file: 'src/statistics/us-filings.ts',
        from: 'const load = mean * ends * usSeason(flight) * route;',
        to: 'const load = mean * usSeason(flight) * (ends && route ? 1 : 1);',
      },
    ],
  },
  {
    name: 'no cargo by route',
    edits: [
      { file: 'src/estimate/chain.ts', from: 'if (own >= 0) return', to: 'if (own > 1) return' },
      { file: 'src/estimate/chain.ts', from: 'return shared >= 0 ?', to: 'return shared > 1 ?' },
    ],
  },
  {
    name: 'regional partners as full as they filed themselves',
    edits: [
      { file: 'src/fleets/fleet.ts', from: 'toNumber > 0 && brand.filed', to: 'toNumber < 0 && brand.filed' },
    ],
  },
  {
    name: 'cargo averaged by mass, not over flights',
    edits: [
      {
        file: 'scripts/build/segment-cargo.ts',
        from: 'to.flights += departures;',
        to: 'to.flights += cargoKg + passengers * PASSENGER_KG;',
      },
      {
        file: 'scripts/build/segment-cargo.ts',
        from: '(departures * cargoKg) / (cargoKg + passengers * PASSENGER_KG)',
        to: 'departures > 0 ? cargoKg : 0',
      },
    ],
    rebuild: true,
  },
  {
    name: 'no regional partners, nor their load factors',
    edits: [
      {
        file: 'src/carriers/carriers.ts',
        from: 'return packedEntries(PARTNERS',
        to: 'return [] ?? packedEntries(PARTNERS',
      },
    ],
  },
  {
    name: 'no known layouts on routes',
    edits: [
      {
        file: 'src/fleets/fleet.ts',
        from: 'return packedEntries(ROUTE_LAYOUTS',
        to: 'return [] ?? packedEntries(ROUTE_LAYOUTS',
      },
    ],
  },
  {
    name: 'no size of airports for wide bodies',
    edits: [
      {
        file: 'src/candidates/fleet-candidates.ts',
        from: 'const wide = wideFit(trunk, domestic);',
        to: 'const wide = 1;',
      },
    ],
  },
  {
    name: 'no size of airports for regional aircraft',
    edits: [
      {
        file: 'src/candidates/fleet-candidates.ts',
        from: 'const regionals = regionalFit(trunk);',
        to: 'const regionals = 1;',
      },
    ],
  },
  {
    name: 'no airports of small aircraft',
    edits: [
      { file: 'src/candidates/fleet-candidates.ts', from: 'NOT_ALLOWED = 0.01', to: 'NOT_ALLOWED = 1' },
    ],
  },
  {
    name: 'thin cargo bands taken at face value',
    edits: [
      { file: 'scripts/build/cargo-bands.ts', from: 'STRENGTH = FLIGHTS_REQUIRED / 36', to: 'STRENGTH = 0' },
    ],
    rebuild: true,
  },
  {
    name: "older code never takes the newer sibling's cabin",
    edits: [
      { file: 'src/aircraft/cabin-siblings.ts', from: 'return groups.get(icao) ?? [];', to: 'return [];' },
    ],
  },
  {
    name: 'no route data of T-100',
    edits: [
      {
        file: 'src/candidates/route-candidates.ts',
        from: 'let blended = false;',
        to: 'if (into) return false; let blended = false;',
      },
    ],
  },
  {
    name: 'no winglet codes',
    edits: [
      {
        file: 'scripts/build/fleet-rows.ts',
        from: 'if (!part || code === undefined) return [row];',
        to: 'if (part ?? row) return [row];',
      },
    ],
    rebuild: true,
  },
  {
    name: 'domestic layouts flown abroad too',
    edits: [
      { file: 'src/candidates/fleet-candidates.ts', from: 'WRONG_SCOPE = 0.05', to: 'WRONG_SCOPE = 1' },
    ],
  },
  {
    name: 'country distance factors only (`lite`)',
    edits: [{ file: 'src/statistics/airport-pair-factor.ts', from: 'if (a < 0 ||', to: 'if (a < 1e9 ||' }],
  },
];
