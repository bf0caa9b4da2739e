/** Fixtures of the widget's tests: a widget with its quote, and functions to operate and read it. */
import { expect, fixture, html } from '@open-wc/testing';
import '../define/flight-offset-widget.ts';
import { type FakeBackend, fakeBackend, type Scenario, type ScenarioName } from '../testing/index.ts';
import { until } from '../until.fixture.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';

export { until };

/** ZRH to SFO, as an attribute. */
export const FLIGHTS = 'LX38 ZRH-SFO 2026-12-14';

/** A fake backend at `/offset` for each test of the suite around. */
export function freshBackend(): { readonly now: FakeBackend } {
  const used = {} as { now: FakeBackend };
  let restore: () => void;
  beforeEach(() => {
    used.now = fakeBackend();
    restore = used.now.install();
  });
  afterEach(() => restore());
  return used;
}

/** Waits for the quote and its rendering. */
export async function untilLoaded(element: FlightOffsetWidget): Promise<FlightOffsetWidget> {
  await element.updateComplete;
  await until(() => !/idle|loading/.test(element.state), 'the widget has a quote');
  await element.updateComplete;
  return element;
}

/** A widget with its quote. */
export async function widget(
  backend: { readonly now: FakeBackend },
  scenario: ScenarioName | Scenario = 'ready',
  more: object = {},
): Promise<FlightOffsetWidget> {
  backend.now.use(scenario);
  const element: FlightOffsetWidget = await fixture(
    html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>`,
  );
  Object.assign(element, more);
  return untilLoaded(element);
}

/** Returns the element that matches `selector` inside an element. */
export const query = <E extends HTMLElement>(element: Element, selector: string): E =>
  element.shadowRoot!.querySelector<E>(selector)!;

/** Text of an element. */
export const text = (element: Element): string => element.shadowRoot!.textContent!.replace(/\s+/g, ' ');

/** Returns the box of the offer. */
export const box = (element: Element): HTMLInputElement => query(element, '[type=checkbox]');

/** Returns the button that leads to the payment page, or tries again. */
export const button = (element: Element): HTMLButtonElement => query(element, '[part=button]');

/** Ticks or unticks the box, and waits for the effect. */
export async function tick(element: FlightOffsetWidget): Promise<void> {
  const ticked = !box(element).checked;
  box(element).click();
  await until(() => !ticked || query(element, '[part=button],[part=options]'));
  await element.updateComplete;
}

/** Runs axe on an element once its fade has ended, so that it measures the final colours. */
export async function expectAccessible(element: Element): Promise<void> {
  await Promise.all(element.shadowRoot!.getAnimations().map((animation) => animation.finished));
  await expect(element).to.be.accessible();
}

/** Resolves with the next event of that name. */
export const next = <N extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  name: N,
): Promise<HTMLElementEventMap[N]> =>
  new Promise((resolve) => element.addEventListener(name, resolve, { once: true }));

/** Cancels redirects, so that the test page stays. */
export const stay = (element: HTMLElement): void =>
  element.addEventListener('offset-redirect', (event) => event.preventDefault());
