/** Freight-only carriers, whose flights have no passengers to share the emissions. */
import { packedEntry } from '../tables/packed-entry.ts';

/** IATA and ICAO code, name; general knowledge of the industry, and no passengers in US DOT T-100. */
const FREIGHT_CARRIERS =
  'FX FDX FedEx;5X UPS UPS Airlines;CV CLX Cargolux;C8 ICV Cargolux Italia;CK CKK China Cargo Airlines;' +
  'K4 CKS Kalitta Air;PO PAC Polar Air Cargo;QY BCS European Air Transport;D0 DHK DHL Air;3S BOX AeroLogic;' +
  'RU ABW AirBridgeCargo;M6 AJT Amerijet;NC NAC Northern Air Cargo;7L AZG Silk Way West;MP MPH Martinair Cargo;' +
  'KZ NCA Nippon Cargo Airlines;CF CYZ China Postal Airlines;O3 CSS SF Airlines;LD AHK Air Hong Kong;' +
  'TH RMY Raya Airways;GB ABX ABX Air;KD WGN Western Global;W8 CJT Cargojet;MB MNB MNG Airlines;' +
  '5C ICL Challenge Airlines;3V TAY ASL Airlines Belgium';

let names: ReadonlyMap<string, string> | undefined;

/** Returns the name of a carrier (IATA or ICAO code, in capitals) that flies no passengers; undefined for any other. */
export function freightCarrier(code: string): string | undefined {
  if (code.length === 2) return packedEntry(FREIGHT_CARRIERS, ';', `${code} `)?.slice(7);
  names ??= new Map(FREIGHT_CARRIERS.split(';').map((text) => [text.slice(3, 6), text.slice(7)]));
  return names.get(code);
}
