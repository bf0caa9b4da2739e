import { CheckoutError } from '../checkout-error.ts';

/** How much of a body is read, and for how long. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Reads the raw bytes of a body.
 * @throws CheckoutError where it is too large, too slow, or where something has read it already.
 */
export async function readBody(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<Uint8Array> {
  if (request.bodyUsed) throw consumedBody();
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(invalidBody('The body did not arrive in time. Send it again.', 408)),
      timeoutMs,
    );
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return joined(chunks, size);
      size += value.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(value);
    }
  } catch (error) {
    // Not waited for: a sender that stalls may never let go.
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

/** The body is gone: some middleware has read it, and its bytes with it. */
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

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
