import { readText } from './read-text.ts';

/** Maximum number of bytes of a response that are read: far above any list or calculate response. */
const MAX_BYTES = 64 * 1024 * 1024;

/** JSON of a body; if it is not JSON, its type or size, never the content. */
export type ReadJson =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly what: string };

/** Reads a body as JSON without trusting its length, its type or its syntax. */
export async function readJson(response: Response): Promise<ReadJson> {
  const text = await readText(response, MAX_BYTES);
  if (text === undefined) return { ok: false, what: `more than ${MAX_BYTES} bytes` };
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch {
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().slice(0, 100);
    return { ok: false, what: text === '' ? 'empty' : (type ?? 'no content-type') };
  }
}
