/** Most bytes of a response that are read. A provider's keys, tokens and claims are a few thousand. */
const MAX_BYTES = 1024 * 1024;

/**
 * `fetch` that reads the body whole, and fails where it has more bytes than 1 MiB: whoever never ends one would fill the memory
 * of a process that takes payments too.
 * @throws TypeError for a larger body, as `fetch` does for one that breaks; what `fetch` throws.
 */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Which ends the connection too.
    if (size > MAX_BYTES) throw new TypeError(`the response has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(response.body && Buffer.concat(chunks), { status, statusText, headers });
}
