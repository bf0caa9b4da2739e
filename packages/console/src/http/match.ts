import type { Route } from './route.ts';

/** A route that matches a path, and the path's parameters. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds routes by method and path. */
export interface Matcher {
  match(method: string, path: string): Match | undefined;
  /** Methods that a path accepts. */
  methodsOf(path: string): readonly string[];
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Decoded text of a path; undefined if it is malformed, or holds characters that no identifier has. */
function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return /[\p{C}/\\]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function paramsOf(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const text = decoded(given[index] ?? '');
    if (text === undefined) return undefined;
    if (part.startsWith(':')) params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return params;
}

/**
 * Compiles the table of routes. If two match, the earlier one is taken.
 * @throws TypeError for a route that does not state who may use it.
 */
export function createMatcher(routes: readonly Route[]): Matcher {
  const table = routes.map((route) => {
    const { rule, method, path } = route;
    if (!rule) throw new TypeError(`${method} ${path} has no rule: nobody may use it`);
    if (rule.for === 'merchant' && !path.includes('/:merchant'))
      throw new TypeError(`${method} ${path} is a merchant's, and its path names none`);
    return { route, pattern: segmentsOf(path) };
  });
  function* fitting(path: string): Generator<Match> {
    const given = segmentsOf(path);
    for (const { route, pattern } of table) {
      const params = paramsOf(pattern, given);
      if (params) yield { route, params };
    }
  }
  return {
    match(method, path) {
      let first: Match | undefined;
      for (const found of fitting(path)) {
        first ??= found;
        // A segment that an earlier path spells out is not a parameter in a later one.
        if (Object.keys(found.params).length > Object.keys(first.params).length) return undefined;
        if (found.route.method === method) return found;
      }
      return undefined;
    },
    methodsOf: (path) => [...new Set([...fitting(path)].map(({ route }) => route.method))],
  };
}
