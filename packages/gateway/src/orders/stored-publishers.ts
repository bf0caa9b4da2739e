/**
 * How the publishers of an order's emissions are stored: a JSON array, in which each common name is replaced by its
 * index in this list. Databases hold the numbers: add names at the end, and never remove or move one.
 */
const KNOWN: readonly string[] = [
  'OurAirports, OpenTravelData',
  'Travel Impact Model 3.0, Google',
  'US Department of Transportation, Bureau of Transportation Statistics',
  'European Environment Agency and EUROCONTROL',
  'ICAO',
  'Flight Offset',
  'GAIA, Teoh et al.',
  'annual report of the carrier',
  'annual report of the group',
  'annual reports of the carrier',
  'traffic reports of the carrier',
  'Directorate General of Civil Aviation of India (DGCA)',
  'Agencia Nacional de Aviacao Civil of Brazil (ANAC)',
  'Google',
  'EASA',
];

const PLACES: ReadonlyMap<string, number> = new Map(KNOWN.map((name, place) => [name, place]));

/** Encodes publishers for the column; null if there are none. */
export function encodePublishers(names: readonly string[] | undefined): string | null {
  if (!names || names.length === 0) return null;
  return JSON.stringify(names.map((name) => PLACES.get(name) ?? name));
}

/**
 * Decodes publishers from the column, in their order. A publisher whose number a newer program has added is left out.
 */
export function decodePublishers(stored: string | null): string[] {
  if (stored === null) return [];
  const names = JSON.parse(stored) as (string | number)[];
  return names.flatMap((name) => (typeof name === 'number' ? (KNOWN[name] ?? []) : name));
}
