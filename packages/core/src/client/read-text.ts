/**
 * Reads a body as text in UTF-8 without trusting its length.
 * @returns undefined if it has more than `maxBytes`; the rest is not read.
 */
export async function readText({ body }: Response, maxBytes: number): Promise<string | undefined> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
