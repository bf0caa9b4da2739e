/** Quotes one argument of a shell, so that no character has a meaning for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns the cURL command that sends the same bytes with the same headers; a body that begins with `@` names no file.
 */
export function curlLine(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): string {
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
}
