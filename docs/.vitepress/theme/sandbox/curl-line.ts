/** One argument of a shell, quoted so that nothing in it means anything to the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The curl line which sends the same bytes with the same headers; a body that begins with `@` names no file. */
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
