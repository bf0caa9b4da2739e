/**
 * `@flight-offset/elements/testing`: a fake of the merchant's backend inside the page, for tests and demonstrations.
 */
export { type FakeBackend, type FakeCall, fakeBackend } from './fake-backend.ts';
export { readyQuote } from './ready-quote.ts';
export { SCENARIOS, type Scenario, type ScenarioName } from './scenarios.ts';
