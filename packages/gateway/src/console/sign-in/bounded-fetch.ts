/** Maximum bytes read of a response. A provider's keys, tokens and claims take a few thousand. */
const MAX_BYTES = 1024 * 1024;

/**
 * `fetch` that reads the whole body, and fails if it exceeds 1 MiB: an endless one would fill the memory of a process
 * that also takes payments.
 * @throws TypeError for a larger body, as `fetch` does for one that breaks off; what `fetch` throws.
 */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Throwing also ends the connection.
    if (size > MAX_BYTES) throw new TypeError(`the response has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(response.body && Buffer.concat(chunks), { status, statusText, headers });
}
