import '../src/define/flight-emissions.ts';
import '../src/define/flight-offset-widget.ts';
import '../src/define/offset-order-list.ts';
import '../src/define/offset-transaction.ts';
import '../src/define/offset-status.ts';
import { fakeBackend } from '../src/testing/index.ts';
import { SHOTS, type Shot } from './states.ts';

const query = new URLSearchParams(location.search);
document.documentElement.lang = query.get('lang') ?? 'en';
document.documentElement.dir = query.get('dir') ?? 'ltr';
document.body.className = query.get('variant') ?? 'light';
const width = query.get('width');
if (width) document.body.style.setProperty('--column', `${width}px`);
document.body.toggleAttribute('data-width', !!width);

const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

/** Waits for the quote, if one will arrive. */
async function untilLoaded(element: Element & { state?: string; offer?: string }): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    await settled();
    if (!/idle|loading/.test(element.state ?? '') && element.offer !== 'submitting') return;
  }
}

/** Waits for a control inside an element: some appear only with the tick. */
async function untilFound(element: Element, selector: string): Promise<HTMLElement> {
  for (let tries = 0; tries < 1000; tries++) {
    const control = element.shadowRoot?.querySelector<HTMLElement>(selector);
    if (control) return control;
    await settled();
  }
  throw new Error(`${element.localName} has no ${selector}.`);
}

/** Selector of the content that a click reveals, by that of the control; some is loaded only then. */
const APPEARS: Readonly<Record<string, string>> = {
  '[type=checkbox]': '[part=options], .offer button',
  summary: 'details > :not(summary)',
};

/** Clicks a control and waits for its effect: revealed content, or the end of a payment. */
async function click(element: Element, selector: string): Promise<void> {
  const control = await untilFound(element, selector);
  const ended = new Promise((resolve) => {
    for (const name of ['offset-redirect', 'offset-error', 'offset-change'])
      element.addEventListener(name, resolve, { once: true });
  });
  control.click();
  const appearing = APPEARS[selector];
  await (appearing === undefined ? ended : untilFound(element, appearing));
  await untilLoaded(element);
}

/** Renders one state, with the clicks that lead to it. */
async function draw(shot: Shot, into: HTMLElement): Promise<void> {
  const endpoint = `/fake/${shot.name}`;
  const backend = fakeBackend({ endpoint, scenario: shot.scenario });
  backend.install();
  if (shot.orderStatus) backend.setOrderStatus(shot.orderStatus);
  const element = document.createElement(shot.element ?? 'flight-offset-widget');
  Object.assign(element, {
    endpoint,
    flights: shot.flights,
    passengers: shot.passengers,
    cabin: shot.cabin,
    order: shot.order,
    orderId: 'fake-order-1',
    transactionId: 'fake-transaction-1',
    limit: 8,
  });
  for (const [name, value] of Object.entries(shot.attributes ?? {})) element.setAttribute(name, value);
  const figure = document.createElement('figure');
  figure.id = shot.name;
  const caption = document.createElement('figcaption');
  caption.textContent = shot.name;
  figure.append(caption, element);
  into.append(figure);
  if (shot.scenario !== 'neverResponds') await untilLoaded(element);
  for (const selector of shot.clicks ?? []) await click(element, selector);
}

// Requests have no time limit here: a loading state stays for as long as it is viewed.
AbortSignal.timeout = () => new AbortController().signal;
// The payment page is not part of the gallery.
addEventListener('offset-redirect', (event) => event.preventDefault());
const main = document.createElement('main');
document.body.append(main);
await Promise.all(SHOTS.map((shot) => draw(shot, main)));
document.body.dataset.drawn = '';
