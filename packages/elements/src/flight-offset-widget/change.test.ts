import { expect, fixture, html } from '@open-wc/testing';
import type { OffsetChange } from '../events/events.ts';
import { readyQuote } from '../testing/index.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import { box, FLIGHTS, freshBackend, query, tick, until, untilLoaded, widget } from './mounted.fixture.ts';

const backend = freshBackend();

/** Records the events `name` of an element: whether the box was ticked, and the reason. */
function changes(element: FlightOffsetWidget, name: string): [selected: boolean, reason: string][] {
  const all: [boolean, string][] = [];
  element.addEventListener(name, (event) => {
    const { selected, reason } = event as unknown as OffsetChange;
    all.push([selected, reason]);
  });
  return all;
}

describe('a change of the choice', () => {
  for (const name of ['change', 'offset-change'])
    it(`fires ${name} with its reason: user, renewed, reset`, async () => {
      const element = await widget(backend);
      const all = changes(element, name);
      await tick(element);
      query(element, '[type=radio]').click();
      await tick(element);
      await tick(element);
      backend.now.use({
        quote: (request) => {
          const quote = readyQuote(request);
          return { ...quote, project: { ...quote.project!, name: 'Another project' } };
        },
      });
      await element.retry();
      await untilLoaded(element);
      await tick(element);
      element.reset();
      expect(all).to.deep.equal([
        [true, 'user'],
        [true, 'user'],
        [false, 'user'],
        [true, 'user'],
        [false, 'renewed'],
        [true, 'user'],
        [false, 'reset'],
      ]);
      expect(element.value).to.equal(null);
    });

  it('in whose handler the page resets the choice is followed by no stale event', async () => {
    const element = await widget(backend);
    const all = changes(element, 'change');
    element.addEventListener('offset-change', ({ selected }) => selected && element.reset());
    box(element).click();
    await element.updateComplete;
    expect(all).to.deep.equal([[false, 'reset']]);
    expect(box(element).checked).to.equal(false);
  });

  it('reaches the document from inside a shadow root', async () => {
    const host: HTMLElement = await fixture(html`<div></div>`);
    const element = document.createElement('flight-offset-widget');
    Object.assign(element, { endpoint: '/offset', flights: FLIGHTS });
    host.attachShadow({ mode: 'open' }).append(element);
    await untilLoaded(element);
    let target: unknown;
    document.addEventListener('offset-change', (event) => (target = event.target), { once: true });
    await tick(element);
    expect(target === host).to.equal(true);
  });

  it('reaches the form once it submits the new value', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><flight-offset-widget name="contribution" endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></form>`,
    );
    const element = await untilLoaded(form.querySelector('flight-offset-widget')!);
    const submitted: unknown[] = [];
    form.addEventListener('change', () => submitted.push(new FormData(form).get('contribution')));
    await tick(element);
    element.reset();
    expect(submitted).to.deep.equal(['quote.1.1', null]);
  });

  it('updates the form value if a renewal changes only the token', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><flight-offset-widget name="contribution" endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></form>`,
    );
    const element = await untilLoaded(form.querySelector('flight-offset-widget')!);
    await tick(element);
    await element.retry();
    await element.updateComplete;
    expect(new FormData(form).get('contribution')).to.equal('quote.1.2');
  });

  it('is announced with the price that is added to the booking if the booking is paid as a whole', async () => {
    const element = await widget(backend, 'ready', { checkout: 'booking' });
    // Screen readers announce changes of a live region, not a region that is inserted with its text.
    const line = query(element, '.offer [role=status]');
    expect(line.textContent).to.equal('');
    await tick(element);
    expect(line.textContent).to.equal('₹687.03 is added to your booking.');
    query(element, '[type=radio]').click();
    await until(() => line.textContent === '₹343.51 is added to your booking.');
    box(element).click();
    await until(() => line.textContent === '');
    expect(line.isConnected).to.equal(true);
  });
});

describe('offset-view', () => {
  const spacer = html`<div style="height:4000px"></div>`;
  const rendered = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  /** Creates a widget far below the fold, with its number of views, and a function that scrolls to its offer. */
  async function belowTheFold() {
    let views = 0;
    // WebKit keeps the scroll position of the previous test, which was as far down.
    scrollTo(0, 0);
    const place = await fixture(html`<div @offset-view=${() => views++}>
      ${spacer}<flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>${spacer}
    </div>`);
    const element = await untilLoaded(place.querySelector('flight-offset-widget')!);
    await rendered();
    expect(views).to.equal(0);
    return {
      views: () => views,
      scrollThere: () => query(element, '.offer').scrollIntoView({ block: 'center' }),
    };
  }

  it('fires once, when half of the offer is visible', async () => {
    const { views, scrollThere } = await belowTheFold();
    scrollThere();
    await until(() => views() === 1);
    scrollTo(0, 0);
    await rendered();
    scrollThere();
    await rendered();
    await rendered();
    expect(views()).to.equal(1);
  });

  it('fires on a busy page that reports several positions at once', async () => {
    const Native = window.IntersectionObserver;
    const positions: IntersectionObserverEntry[] = [];
    window.IntersectionObserver = class extends Native {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          positions.push(...entries);
          if (positions.length > 1) callback(positions, observer);
        }, options);
      }
    };
    try {
      const { views, scrollThere } = await belowTheFold();
      // A browser may report the first position later than it draws.
      await until(() => positions.length > 0);
      scrollThere();
      await until(() => views() === 1);
    } finally {
      window.IntersectionObserver = Native;
    }
  });
});
