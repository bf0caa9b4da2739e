/** Codes that look like airports but cannot be estimated: cities, closed airports, stations. */

import { packedEntry } from '../tables/packed-entry.ts';
import { airportIndex, codeOrdinal, indexesByOrdinal } from './airport-codes.ts';

/** Cities with several airports (IATA metropolitan codes that are not airport codes), and those airports. */
const CITIES =
  'LON LHR LGW STN LTN LCY SEN;NYC JFK EWR LGA;PAR CDG ORY BVA;TYO HND NRT;OSA KIX ITM;SEL ICN GMP;BJS PEK PKX;' +
  'CHI ORD MDW;WAS IAD DCA BWI;MIL MXP LIN BGY;ROM FCO CIA;STO ARN BMA NYO;MOW SVO DME VKO;BUE EZE AEP;RIO GIG SDU;' +
  'SAO GRU CGH VCP;YTO YYZ YTZ;YMQ YUL YMX;YEA YEG;DTT DTW;JKT CGK HLP;REK KEF RKV;BUH OTP BBU;SPK CTS OKD;' +
  'TCI TFN TFS;BHZ CNF PLU;SDZ LSI;QDF DFW DAL;QHO IAH HOU;QLA LAX BUR LGB ONT SNA;EAP BSL MLH;ANK ESB;IZM ADB';

/**
 * Closed airports and superseded codes, with the airport that took over their flights (`-`: none), and the last day of
 * flights under the code, if its old place is known; general knowledge.
 */
const CLOSED =
  'TXL BER 20201108;THF BER 20081030;SXF BER 20201024;ISL IST;HEW ATH;NAY PKX 20190925;PNH KTI 20250908;' +
  'REP SAI 20231015;MES KNO 20130724;AMI LOP 20110930;DSA - 20221104;KIV RMO 20240117;TSE NQZ 20200607;FBU OSL;' +
  'HIW HIJ 20121114;MSE - 20140509;GSE GOT 20150117';

/** Railway and bus stations that are sold on air tickets (IATA location codes). */
const STATIONS =
  'QKL ZWS QPP ZMB ZMU ZRB QDU XPG XYD XDB XRF XZN QXB ZFQ ZLN QXG QJZ XOP XSH ZYN XPJ XWG QQS ZWE ZYR QRH ZYA ZLP ' +
  'ZDH ZDJ ZHT ZVE ZTF ZWI ZWU ZYP ZFV ZRP ZBP ZRD XZL XDS XVQ XEA XLZ';

/** Codes looked up in the packed text before the whole table is made. */
const PACKED_LOOKUPS = 64;

let open: Int16Array | undefined;
let lookups = 0;

function decode(): Int16Array {
  const indexes = indexesByOrdinal().slice();
  for (const list of [CITIES, CLOSED]) {
    for (const entry of list.split(';')) indexes[codeOrdinal(entry.slice(0, 3))] = -1;
  }
  return indexes;
}

/** Returns the index of an open airport, by IATA code in either case; -1 for anything else. */
export function openAirportIndex(code: string): number {
  if (open === undefined) return packedOpenIndex(code);
  const ordinal = codeOrdinal(code);
  return ordinal < 0 ? -1 : open[ordinal]!;
}

function packedOpenIndex(code: string): number {
  if (++lookups > PACKED_LOOKUPS) open = decode();
  const index = airportIndex(code);
  const upper = code.toUpperCase();
  return index < 0 || airportsOfCity(upper) || successorOfClosed(upper) !== undefined ? -1 : index;
}

/** Returns the airports of the city that a metropolitan code names; undefined for other codes. */
export function airportsOfCity(code: string): readonly string[] | undefined {
  return packedEntry(CITIES, ';', `${code} `)?.slice(4).split(' ');
}

/** Returns the successor of a closed airport, '' if it has none; undefined if the airport is not known as closed. */
export function successorOfClosed(code: string): string | undefined {
  const successor = packedEntry(CLOSED, ';', `${code} `)?.slice(4, 7);
  return successor?.startsWith('-') ? '' : successor;
}

/** Returns the last day of flights at a closed airport or superseded code, such as 20201108; 0 if unknown. */
export function lastDayOfClosed(code: string): number {
  return Number(packedEntry(CLOSED, ';', `${code} `)?.split(' ')[2] ?? 0);
}

/** Tests whether the code names a railway or bus station. */
export function isStation(code: string): boolean {
  return packedEntry(STATIONS, ' ', code) !== undefined;
}
