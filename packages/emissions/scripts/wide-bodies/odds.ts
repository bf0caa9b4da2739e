/** Odds of wide bodies over the expected ones, and their growth with the size of an airport. */
import type { ObservedRoute } from './observed.ts';

const odds = (part: number): number => part / (1 - part);
const total = (routes: readonly ObservedRoute[], of: (route: ObservedRoute) => number): number =>
  routes.reduce((sum, route) => sum + of(route), 0);

/** Returns the one factor on all odds for which the expected parts add up to the observed ones; by bisection. */
export function oddsFactor(routes: readonly ObservedRoute[]): number {
  let [low, high] = [1e-3, 1e3];
  for (let step = 0; step < 50; step++) {
    const factor = Math.sqrt(low * high);
    const expected = total(routes, (route) => {
      const scaled = factor * odds(route.expected);
      return scaled / (1 + scaled);
    });
    if (expected < total(routes, ({ observed }) => observed)) low = factor;
    else high = factor;
  }
  return Math.sqrt(low * high);
}

/** Odds grow as (connections / even) ** exponent. */
export interface OddsBySize {
  readonly even: number;
  readonly exponent: number;
}

/** Connections assumed for airports without any: the fewest that the table distinguishes. */
const MIN_CONNECTIONS = 2;
/** Sizes are relative to about their middle; otherwise Newton's first step leaps too far. */
const MIDDLE = 60;

/** Fits the likeliest such law, with equal weight for each route: logistic regression by Newton's steps. */
export function oddsBySize(routes: readonly ObservedRoute[]): OddsBySize {
  let [constant, exponent] = [0, 1];
  for (let step = 0; step < 50; step++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const { connections, observed, expected } of routes) {
      const size = Math.log(Math.max(MIN_CONNECTIONS, connections) / MIDDLE);
      const part = 1 / (1 + Math.exp(-Math.log(odds(expected)) - constant - exponent * size));
      const variance = part * (1 - part);
      g0 += observed - part;
      g1 += (observed - part) * size;
      h00 += variance;
      h01 += variance * size;
      h11 += variance * size * size;
    }
    const determinant = h00 * h11 - h01 * h01;
    constant += (h11 * g0 - h01 * g1) / determinant;
    exponent += (h00 * g1 - h01 * g0) / determinant;
  }
  return { even: MIDDLE * Math.exp(-constant / exponent), exponent };
}
