/** Carriers: codes, home countries, and their partners. */
import {
  CARRIER_ALIASES,
  CARRIERS_WITHOUT_FLEET,
  CEASED_CARRIERS,
  FLEETS,
  PARTNERS,
} from '../data/fleets.ts';
import { packedEntries, packedEntry } from '../tables/packed-entry.ts';

/** A carrier that flies for another one's brand. */
export interface Partner {
  /** IATA code. */
  readonly carrier: string;
  /** First of its own flight numbers; 0 to 0 if it shares the brand's. */
  readonly fromNumber: number;
  readonly toNumber: number;
}

/** IATA codes of carriers by ICAO code; made when the first ICAO code is looked up. */
let iataByIcao: ReadonlyMap<string, string> | undefined;

function decodeIcao(): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const known of CARRIERS_WITHOUT_FLEET.split(',')) map.set(known.slice(2), known.slice(0, 2));
  for (const text of FLEETS.split(';')) map.set(text.slice(2, 5), text.slice(0, 2));
  return map;
}

/** Returns the IATA code of an ICAO code in capitals; undefined if unknown. */
function iataOfIcao(icao: string): string | undefined {
  iataByIcao ??= decodeIcao();
  return iataByIcao.get(icao);
}

/**
 * Returns the IATA code of a carrier given by IATA or ICAO code, in capitals; that of its sister carrier if the fleet
 * is listed under it; undefined for an unknown ICAO code.
 */
export function carrierIata(code: string): string | undefined {
  const alias = packedEntry(CARRIER_ALIASES, ',', `${code} `);
  if (alias !== undefined) return alias.slice(code.length + 1, code.length + 3);
  return code.length === 2 ? code : iataOfIcao(code);
}

/**
 * Returns the IATA code, in capitals, that a carrier itself flies under, which distinguishes sister carriers; undefined
 * if it is unknown for an ICAO code.
 */
export function ownIata(code: string): string | undefined {
  const upper = code.toUpperCase();
  if (upper.length === 2) return upper;
  const alias = packedEntry(CARRIER_ALIASES, ',', `${upper} `);
  // A sister carrier: its fleet's code, then its own if known.
  if (alias !== undefined) return alias.slice(upper.length + 4) || undefined;
  return iataOfIcao(upper);
}

/** Returns the packed fleet of a carrier by IATA code; undefined if unknown. */
export function packedFleet(iata: string): string | undefined {
  return packedEntry(FLEETS, ';', iata);
}

/** Returns the ISO country that a carrier (IATA code) is at home in; empty if its fleet is unknown. */
export function carrierHome(iata: string): string {
  return packedFleet(iata)?.slice(5, 7) ?? '';
}

/** Returns the carriers that fly for a brand (IATA code). */
export function partnersOf(iata: string): readonly Partner[] {
  return packedEntries(PARTNERS, ';', `${iata} `).map((text) => {
    const [, carrier = '', numbers = '0-0'] = text.split(' ');
    const [fromNumber = 0, toNumber = 0] = numbers.split('-').map(Number);
    return { carrier, fromNumber, toNumber };
  });
}

/** Last day of a carrier that still flies. */
export const NO_LAST_DAY = 99_991_231;

/**
 * Returns the last day a carrier (IATA code) flew, as a number such as 20260418; {@link NO_LAST_DAY} if it still flies.
 * The fleet of a carrier that ceased stays listed, for flights of the past, but is not part of typical figures.
 */
export function lastDayOf(iata: string): number {
  const entry = packedEntry(CEASED_CARRIERS, ',', `${iata} `);
  return entry === undefined ? NO_LAST_DAY : Number(entry.slice(3).replaceAll('-', ''));
}

/** Brands by the carriers that fly under their numbers. */
let brands: ReadonlyMap<string, string> | undefined;

/**
 * Returns the brand (IATA code) under whose numbers a carrier flies, and in whose fleet it is counted; undefined for
 * most.
 */
export function brandOf(iata: string): string | undefined {
  brands ??= new Map(
    PARTNERS.split(';').flatMap((text) => {
      const [brand = '', carrier = '', numbers] = text.split(' ');
      return numbers === undefined ? [[carrier, brand] as const] : [];
    }),
  );
  return brands.get(iata);
}

/** Returns the IATA codes of all carriers with a known fleet. */
export function carrierCodes(): string[] {
  return FLEETS.split(';').map((text) => text.slice(0, 2));
}
