/**
 * A local server that behaves by the published description of Google's Travel Impact Model API
 * (`flights:computeFlightEmissions`, version 1): one entry for each flight in the order of the request, without figures
 * if there are none; fields with a value of 0 left out; errors in Google's form.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Figures of the server's flights, by `ZRH-SFO LX38 2026-12-14`. */
export type Known = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A server with the requests it received. */
export interface TimServer {
  readonly url: string;
  /** Flights of each request, in order. */
  readonly requests: Wire[][];
  /** Replaces the normal response; undefined for that. */
  respond: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  readonly close: () => Promise<void>;
}

/** A flight on the wire. */
interface Wire {
  readonly origin: string;
  readonly destination: string;
  readonly operatingCarrierCode: string;
  readonly flightNumber: number;
  readonly departureDate: { readonly year: number; readonly month: number; readonly day: number };
}

const FIELDS = ['departureDate', 'destination', 'flightNumber', 'operatingCarrierCode', 'origin'];
const MAX_FLIGHTS = 1000;

function refuse(response: ServerResponse, code: number, status: string, message: string): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify({ error: { code, message, status } }));
}

const two = (n: number): string => String(n).padStart(2, '0');

function keyOf({ origin, destination, operatingCarrierCode, flightNumber, departureDate }: Wire): string {
  const { year, month, day } = departureDate;
  return `${origin}-${destination} ${operatingCarrierCode}${flightNumber} ${year}-${two(month)}-${two(day)}`;
}

/** Returns the error of a flight by the description; undefined for a valid one. */
function faultOf(flight: Wire): string | undefined {
  const unknown = Object.keys(flight).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return `Unknown name "${unknown}"`;
  if (FIELDS.some((name) => !(name in flight))) return 'missing field';
  if (!/^[A-Z]{3}$/.test(flight.origin) || !/^[A-Z]{3}$/.test(flight.destination))
    return 'no IATA airport code';
  return /^[A-Z0-9]{2}$/.test(flight.operatingCarrierCode) ? undefined : 'no IATA carrier code';
}

/** Starts a server that accepts one key. */
export async function startTimServer(apiKey: string, known: Known): Promise<TimServer> {
  const requests: Wire[][] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (timServer.respond) return timServer.respond(request, response);
    if (request.method !== 'POST' || request.url !== '/v1/flights:computeFlightEmissions')
      return refuse(response, 404, 'NOT_FOUND', 'Method not found.');
    if (request.headers['x-goog-api-key'] !== apiKey)
      return refuse(response, 400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    const { flights } = JSON.parse(Buffer.concat(pieces).toString()) as { flights: Wire[] };
    requests.push(flights);
    const fault =
      flights.length > MAX_FLIGHTS
        ? 'too many flights'
        : flights.map(faultOf).find((one) => one !== undefined);
    if (fault !== undefined) return refuse(response, 400, 'INVALID_ARGUMENT', fault);
    response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' });
    const flightEmissions = flights.map((flight) => ({ flight, ...known[keyOf(flight)] }));
    response.end(JSON.stringify({ flightEmissions, modelVersion: { major: 3, dated: '20260430' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const timServer: TimServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respond: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return timServer;
}
