import { CheckoutError } from '../checkout-error.ts';

/** Limits on the size of a body and on the time it takes. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Reads the raw bytes of a body.
 * @throws CheckoutError if it is too large or too slow, or something has read it already.
 */
export async function readBody(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<Uint8Array> {
  if (request.bodyUsed) throw consumedBody();
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let bytes: Uint8Array = new Uint8Array();
  let size = 0;
  let expire: (late: CheckoutError) => void = () => undefined;
  const timer = setTimeout(
    () => expire(invalidBody('The body did not arrive in time. Send it again.', 408)),
    timeoutMs,
  );
  // A new promise per piece: one that all pieces are raced against would keep something of each.
  const next = (): Promise<ReadableStreamReadResult<Uint8Array>> =>
    new Promise((resolve, reject) => {
      expire = reject;
      reader.read().then(resolve, reject);
    });
  try {
    for (;;) {
      const { done, value } = await next();
      if (done) return bytes.subarray(0, size);
      if (size + value.length > maxBytes) throw tooLarge(maxBytes);
      bytes = append(bytes, size, value);
      size += value.length;
    }
  } catch (error) {
    // Not awaited: a sender that stalls may never let go.
    reader.cancel().catch(() => undefined);
    throw error instanceof CheckoutError ? error : invalidBody('The body is incomplete. Send it again.', 400);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads a body as JSON. Only `application/json` is accepted: a page of another origin cannot send that without a
 * preflight request.
 */
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw invalidBody('Invalid Content-Type. Send the body as application/json.', 415);
  }
  const bytes = await readBody(request, limits);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidBody('Invalid body: it must be JSON in UTF-8.', 400);
  }
}

/** Creates the error for a body that middleware has read. */
export function consumedBody(
  fix = 'Mount the handler before any body parser, or hand it the request before anything reads the body.',
): CheckoutError {
  const cause = new Error(`the request's body was read before the offset handler saw it. ${fix}`);
  return new CheckoutError('internal', `The body was already read on this server. ${fix}`, { cause });
}

function tooLarge(maxBytes: number): CheckoutError {
  return invalidBody(`The body is too large: the maximum is ${maxBytes} bytes.`, 413);
}

function invalidBody(message: string, status: number): CheckoutError {
  return new CheckoutError('bad_request', message, { status, field: 'body' });
}

/**
 * Adds a piece to the bytes of a body. A piece of one byte is an object of hundreds of bytes: kept singly, the pieces
 * of a few bodies would fill the memory.
 * @param size how many bytes of `bytes` are used.
 */
function append(bytes: Uint8Array, size: number, piece: Uint8Array): Uint8Array {
  let room = bytes;
  if (size + piece.length > bytes.length) {
    room = new Uint8Array(Math.max(size + piece.length, 2 * size));
    room.set(bytes.subarray(0, size));
  }
  room.set(piece, size);
  return room;
}
