/** Which carriers there are: codes, home countries, and who flies for whom. */
import { CARRIER_ALIASES, CARRIERS_WITHOUT_FLEET, FLEETS, PARTNERS } from './data/fleets.ts';

/** A carrier that flies for another one's brand. */
export interface Partner {
  /** IATA code. */
  readonly carrier: string;
  /** Flight numbers that are its own; 0 to 0 when it shares the brand's. */
  readonly fromNumber: number;
  readonly toNumber: number;
}

interface Carriers {
  /** Packed fleet by IATA code. */
  readonly packed: ReadonlyMap<string, string>;
  readonly iataByIcao: ReadonlyMap<string, string>;
  readonly partners: ReadonlyMap<string, readonly Partner[]>;
  /** Codes of sister companies by whose brand their fleet is known. */
  readonly aliases: ReadonlyMap<string, string>;
}

let carriers: Carriers | undefined;

function decode(): Carriers {
  const packed = new Map<string, string>();
  const iataByIcao = new Map<string, string>();
  for (const known of CARRIERS_WITHOUT_FLEET.split(',')) iataByIcao.set(known.slice(2), known.slice(0, 2));
  for (const text of FLEETS.split(';')) {
    packed.set(text.slice(0, 2), text);
    iataByIcao.set(text.slice(2, 5), text.slice(0, 2));
  }
  const partners = new Map<string, Partner[]>();
  for (const text of PARTNERS.split(';')) {
    const [brand = '', carrier = '', numbers = '0-0'] = text.split(' ');
    const [fromNumber = 0, toNumber = 0] = numbers.split('-').map(Number);
    partners.set(brand, [...(partners.get(brand) ?? []), { carrier, fromNumber, toNumber }]);
  }
  const aliases = new Map(CARRIER_ALIASES.split(',').map((text) => text.split(' ') as [string, string]));
  return { packed, iataByIcao, partners, aliases };
}

/**
 * IATA code, in capitals, of a carrier given by IATA or ICAO code; of its sister where the fleet is known under that
 * one's code; undefined for an ICAO code nobody knows.
 */
export function carrierIata(code: string): string | undefined {
  const upper = code.toUpperCase();
  carriers ??= decode();
  return carriers.aliases.get(upper) ?? (upper.length === 2 ? upper : carriers.iataByIcao.get(upper));
}

/** Packed fleet of a carrier by IATA code; undefined when it is not known. */
export function packedFleet(iata: string): string | undefined {
  carriers ??= decode();
  return carriers.packed.get(iata);
}

/** ISO country a carrier (IATA code) is at home in; empty when its fleet is not known. */
export function carrierHome(iata: string): string {
  return packedFleet(iata)?.slice(5, 7) ?? '';
}

/** Who flies for a brand (IATA code). */
export function partnersOf(iata: string): readonly Partner[] {
  carriers ??= decode();
  return carriers.partners.get(iata) ?? [];
}

/** IATA codes of all carriers whose fleet is known. */
export function carrierCodes(): Iterable<string> {
  carriers ??= decode();
  return carriers.packed.keys();
}
