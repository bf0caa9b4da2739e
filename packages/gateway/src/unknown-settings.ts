/** A name that looks like a setting of the gateway. */
const OWN = /^GATEWAY_\w+$/i;

/**
 * Variables that others set under the same prefix: Kubernetes and Docker for a Service or a link named gateway
 * (`GATEWAY_SERVICE_HOST`, `GATEWAY_CONSOLE_PORT_80_TCP_ADDR`, `GATEWAY_NAME`, `GATEWAY_ENV_PATH`), CGI
 * (`GATEWAY_INTERFACE`).
 */
const OF_PLATFORM =
  /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)|^GATEWAY_(?:INTERFACE$|NAME$|ENV_)/;

/**
 * Platforms' value for the port of a Service: its variable may be named like a setting, but the value cannot be one.
 */
const PLATFORM_PORT = /^(?:tcp|udp|sctp):\/\//i;

/** Share of letters that may differ from the intended name. */
const MISSPELT = 0.3;

/**
 * Finds variables that begin like the gateway's but are not. They are ignored, so a misspelt limit would silently be
 * the default.
 * @param known every variable of the gateway.
 * @returns a sentence for each, with the nearest known name; never a value.
 */
export function unknownSettings(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  const unknown = Object.entries(given).filter(
    ([name, value = '']) =>
      OWN.test(name) &&
      !OF_PLATFORM.test(name) &&
      !(name.endsWith('_PORT') && PLATFORM_PORT.test(value)) &&
      !known.includes(name),
  );
  return unknown.map(([name]) => {
    const meant = nearest(name, known);
    return `${name} is not a setting and is ignored${meant === undefined ? '' : `: did you mean ${meant}?`}`;
  });
}

/**
 * Finds the nearest known name. For `DATABASE_URL` and the provider's keys, people expect the same prefix as for the
 * others.
 */
function nearest(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  const bare = upper.slice('GATEWAY_'.length);
  const rated = known.map((one) => ({
    one,
    share: distance(one.startsWith('GATEWAY_') ? upper : bare, one) / bare.length,
  }));
  return rated.filter(({ share }) => share <= MISSPELT).sort((a, b) => a.share - b.share)[0]?.one;
}

/** Counts letters to change, add or leave out (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const [above = 0, beside = 0, across = 0] = [row[j + 1], next[j], row[j]];
      next.push(Math.min(above + 1, beside + 1, across + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
