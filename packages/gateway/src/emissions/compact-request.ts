import { type Flight, MAX_FLIGHTS } from '@flight-offset/core';

const OPENING = '{"flights":[';
const CLOSING = ']}';
const COMMA = 44;

/**
 * A flight as `JSON.stringify` writes one: fields in the order of the interface, no white space, no escapes, whole
 * numbers in digits alone. The engine checks their values.
 */
const FLIGHT: RegExp = new RegExp(
  [
    '\\{"origin":"([A-Za-z]{3})","destination":"([A-Za-z]{3})"',
    ',"operatingCarrierCode":"([A-Za-z0-9]{2,3})","flightNumber":([1-9]\\d{0,3})',
    ',"departureDate":\\{"year":([1-9]\\d{3}),"month":([1-9]\\d?),"day":([1-9]\\d?)\\}',
    '(?:,"aircraft":"([A-Za-z0-9]{3,4})")?\\}',
  ].join(''),
  'y',
);

/**
 * Reads the flights of a calculate request in the compact form that clients send: one pass over the bytes, creating no
 * value for a field that is only echoed. `take` receives each flight with its text and returns whether to go on.
 * @returns whether the whole body has this form and every flight was taken; if not, parse it as any other JSON.
 */
export function readCompact(body: Uint8Array, take: (flight: Flight, text: string) => boolean): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
  if (!text.startsWith(OPENING)) return false;
  let at = OPENING.length;
  for (let count = 0; count < MAX_FLIGHTS; count++) {
    FLIGHT.lastIndex = at;
    const found = FLIGHT.exec(text);
    if (!found || !take(flightOf(found), found[0])) return false;
    at += found[0].length;
    if (text.charCodeAt(at) !== COMMA) return text.length === at + CLOSING.length && text.endsWith(CLOSING);
    at++;
  }
  return false;
}

function flightOf(found: RegExpExecArray): Flight {
  return {
    origin: found[1]!,
    destination: found[2]!,
    operatingCarrierCode: found[3]!,
    flightNumber: Number(found[4]),
    departureDate: { year: Number(found[5]), month: Number(found[6]), day: Number(found[7]) },
    ...(found[8] !== undefined && { aircraft: found[8] }),
  };
}
