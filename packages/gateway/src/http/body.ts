import { Problem } from './problem.ts';

/** Most bytes of a request body: 1 MiB. */
export const MAX_BODY_BYTES: number = 1024 * 1024;

/** Bytes past the limit which are still read, so that the caller gets to read the answer. */
const DRAIN_BYTES = 16 * MAX_BODY_BYTES;
const TIMEOUT_MS = 20_000;

/**
 * Reads the bytes of a body, as they came.
 * @throws Problem 41301 past {@link MAX_BODY_BYTES}, 40801 where they do not all come in time.
 */
export async function readBody(request: Request, timeoutMs: number = TIMEOUT_MS): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  // The server lets no body grow past what was announced, so that a small one may be taken as a whole.
  const small = announced <= MAX_BODY_BYTES;
  if (!small && !request.body) return new Uint8Array(0);
  const reader = small ? undefined : request.body?.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Problem(40801, 'the body did not arrive in time; send it again')),
      timeoutMs,
    );
  });
  try {
    const body = reader ? collect(reader) : request.arrayBuffer().then((bytes) => new Uint8Array(bytes));
    return await Promise.race([body, late]);
  } catch (error) {
    reader?.cancel().catch(() => {});
    throw error instanceof Problem ? error : new Problem(40001, 'the body could not be read; send it again');
  } finally {
    clearTimeout(timer);
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size <= MAX_BODY_BYTES) chunks.push(value);
    else chunks.length = 0;
    if (size > DRAIN_BYTES) break;
  }
  if (size > MAX_BODY_BYTES) {
    throw new Problem(41301, 'the body is larger than 1 MiB; send less at a time', {
      headers: { connection: 'close' },
    });
  }
  return Buffer.concat(chunks);
}

/**
 * Reads JSON from bytes.
 * @throws Problem 41501 for another content type, 40001 where the bytes are not JSON in UTF-8.
 */
export function parseJson(contentType: string | null, body: Uint8Array): unknown {
  if (!isJson(contentType)) throw new Problem(41501, 'Content-Type must be application/json');
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new Problem(40001, 'the body is not valid JSON in UTF-8');
  }
}

/** Refuses what is no UTF-8. A byte order mark is kept, and so refused too: it is no JSON (RFC 8259). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function isJson(contentType: string | null): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  return type.trim() === 'application/json' && /^(?:charset="?utf-?8"?)?$/.test(charset ?? '');
}
