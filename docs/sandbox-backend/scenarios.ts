import type { OffsetHandlerOptions } from '@flight-offset/server';

/** Differences of a scenario from a backend with the usual settings. */
export interface Scenario {
  readonly title: string;
  readonly options?: Partial<OffsetHandlerOptions>;
  /** Runs before each request to the service. */
  readonly before?: () => Promise<void>;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Situations for testing a page, by their name in the endpoint's path. */
export const SCENARIOS = {
  usual: { title: 'All is well' },
  'one-option': { title: 'One option only', options: { amounts: { fractions: [1] } } },
  'no-price': { title: 'The backend gives no price', options: { price: () => undefined } },
  'no-figures': { title: 'No figures may be shown', options: { policy: { showFigures: false } } },
  'short-quote': { title: 'The quote expires at once', options: { quoteTtlSeconds: 1 } },
  slow: { title: 'The service is slow', before: () => wait(2500) },
  down: {
    title: 'The service is unavailable',
    before: () => Promise.reject(new TypeError('The connection was refused (as this scenario asks)')),
  },
} as const satisfies Record<string, Scenario>;

/** Name of a scenario. */
export type ScenarioName = keyof typeof SCENARIOS;

/** Tests whether a text names a scenario. */
export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(SCENARIOS, name);
}
