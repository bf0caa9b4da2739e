import { expect, fixture, html } from '@open-wc/testing';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  expectAccessible,
  FLIGHTS,
  freshBackend,
  query,
  text,
  tick,
  until,
  untilLoaded,
} from './mounted.fixture.ts';

freshBackend();

const mount = async (width: number, more: object = {}): Promise<FlightOffsetWidget> => {
  const place = await fixture<HTMLElement>(html`<div style="width:${width}px">
    <flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></div>`);
  const element = place.querySelector('flight-offset-widget')!;
  Object.assign(element, more);
  return untilLoaded(element);
};

/** Returns a leg that is visible without opening the disclosure. */
const leg = (element: Element) => query(element, ':not(details) > ul > [part=leg]');

describe('the compact form', () => {
  it('shows figure, range and offer at once in a narrow space, the rest behind one disclosure', async () => {
    const element = await mount(360);
    expect(text(element)).to.contain('573 kg CO₂e per passenger Likely 504 kg to 665 kg per passenger');
    expect(text(element)).to.contain('Contribute to a climate project₹687.03');
    expect(leg(element)).to.equal(null);
    expect(query(element, '[part=scale]')).to.equal(null);
    query(element, 'summary').click();
    await until(() => query(element, '[part=how] [part=leg]'), 'the details are shown');
    for (const part of ['leg', 'scale'])
      expect(query(element, `[part=how] [part=${part}]`)).not.to.equal(null);
    expect(query(element, '[part=how]').textContent).to.contain('From fuel production to flight');
    await expectAccessible(element);
  });

  it("covers less than half of a phone's page, 360 by 823 pixels", async () => {
    expect((await mount(360)).getBoundingClientRect().height).to.be.below(823 / 2);
  });

  it('is full in a wide space, and follows the width', async () => {
    const element = await mount(700);
    expect(leg(element).closest('details')).to.equal(null);
    element.parentElement!.style.width = '300px';
    await until(() => !leg(element));
    element.parentElement!.style.width = '700px';
    await until(() => leg(element));
  });

  it('is full from 400 pixels', async () => {
    for (const width of [399, 400])
      expect(leg(await mount(width)) === null, `${width} pixels`).to.equal(width < 400);
  });

  for (const [value, compact] of [
    [true, true],
    ['', true],
    ['true', true],
    [false, false],
    ['false', false],
  ] as const)
    it(`follows the attribute at any width: ${JSON.stringify(value)}`, async () => {
      for (const width of [300, 700]) {
        const element = await mount(width, { compact: value });
        await until(() => (leg(element) === null) === compact, `${width}`);
      }
    });

  it('is set by the attribute without a value', async () => {
    const element = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget compact endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>`,
    );
    expect(leg(await untilLoaded(element))).to.equal(null);
  });

  it('stays until the other form can be drawn', async () => {
    const element = await mount(300);
    let empty = false;
    const watching = new MutationObserver(() => {
      empty ||= !query(element, '.card');
    });
    watching.observe(element.shadowRoot!, { childList: true, subtree: true });
    element.compact = false;
    await until(() => leg(element));
    watching.disconnect();
    expect(empty).to.equal(false);
  });

  it('measures no width while it draws a press, which would lay out the page twice', async () => {
    const element = await mount(700);
    await until(() => Reflect.get(element, 'width'), 'the width is observed');
    let isDrawing = false;
    let measured = 0;
    const draw = Reflect.get(element, 'performUpdate') as () => void;
    Object.defineProperties(element, {
      performUpdate: {
        value: () => {
          isDrawing = true;
          draw.call(element);
          isDrawing = false;
        },
      },
      offsetWidth: {
        get: () => {
          if (isDrawing) measured++;
          return 700;
        },
      },
    });
    await tick(element);
    expect(measured).to.equal(0);
  });

  it('does not toggle at the width of a scroll bar', async () => {
    const element = await mount(405);
    element.parentElement!.style.width = '388px';
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await element.updateComplete;
    expect(leg(element)).not.to.equal(null);
  });
});
