import { BookingError } from './booking-error.ts';

/** Request of the page; the backend calculates the price itself. */
export interface BookingRequest {
  readonly trip: string;
  readonly travellers: readonly string[];
  readonly email: string;
  readonly card: string;
  readonly total: number;
  readonly contribution: string | null;
  /** Identifies the attempt to book. If it is sent again because no response arrived, it is booked and charged once. */
  readonly attempt: string;
}

/** A booking with its token is a few kilobytes. */
const MAX_BYTES = 65_536;

/**
 * Reads the body of a request that anyone may send.
 * @throws BookingError if it is too large, or not the JSON of a booking.
 */
export async function readBookingRequest(request: Request): Promise<BookingRequest> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new BookingError(415, 'Send the booking as application/json.');
  // Not a list of chunks: each may be a byte, in an object of hundreds.
  const bytes = Buffer.alloc(MAX_BYTES);
  let size = 0;
  for await (const chunk of request.body ?? []) {
    if (size + chunk.length > MAX_BYTES) throw new BookingError(413, 'The booking is too large.');
    bytes.set(chunk, size);
    size += chunk.length;
  }
  const body = parsed(bytes.toString('utf8', 0, size));
  if (!isBookingRequest(body)) throw new BookingError(400, 'Send the booking as the page does.');
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isBookingRequest(body: unknown): body is BookingRequest {
  if (typeof body !== 'object' || body === null) return false;
  const { trip, travellers, email, card, total, contribution, attempt } = body as Record<string, unknown>;
  const isNamed = Array.isArray(travellers) && travellers.every((name) => typeof name === 'string');
  const isText = [trip, email, card, contribution ?? '', attempt].every((one) => typeof one === 'string');
  return isNamed && isText && attempt !== '' && typeof total === 'number';
}
