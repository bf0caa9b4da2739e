import { expect } from '@open-wc/testing';
import type { ScenarioName } from '../testing/index.ts';
import { translate } from '../translate.fixture.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import { freshBackend, query, text, tick, until, widget } from './mounted.fixture.ts';

const backend = freshBackend();

describe('a page that the browser translates', () => {
  for (const checkout of ['redirect', 'booking'] as const)
    it(`shows price and mass of the amount that the traveller picks: ${checkout}`, async () => {
      const element = await widget(backend, 'ready', { checkout });
      await tick(element);
      translate(element.shadowRoot!);
      query(element, '[type=radio]').click();
      await element.updateComplete;
      const price = query(element, '[part=price]').textContent;
      const where = checkout === 'redirect' ? '[part=button]' : '[part=message]';
      expect(price).to.equal('₹343.51');
      expect(query(element, where).textContent).to.contain(price).and.not.to.contain('687');
      expect(query(element, '#purchase').textContent).to.contain('286.5 kg').and.not.to.contain('573');
    });

  it('shows project and prices of the project that the traveller picks', async () => {
    const element = await widget(backend, 'choices');
    await tick(element);
    await until(() => query(element, '[name=choice]'));
    const shown = () =>
      ['#purchase', '[part=options]', '[part=choices]'].map((part) =>
        query(element, part).textContent!.replace(/\s+/g, ' '),
      );
    const pick = async (): Promise<void> => {
      query(element, '[name=choice]:not(:checked, :disabled)').click();
      await element.updateComplete;
    };
    await pick();
    const wanted = shown();
    await pick();
    expect(shown()[0]).not.to.equal(wanted[0]);
    translate(element.shadowRoot!);
    await pick();
    expect(shown()).to.deep.equal(wanted);
    // Prices of the projects are for the amount on display.
    const prices = shown()[2];
    query(element, '[name=option]').click();
    await element.updateComplete;
    expect(shown()[2]).not.to.equal(prices);
  });

  it('shows the old and the new price of a changed offer', async () => {
    const element = await widget(backend);
    await tick(element);
    const changed = async (passengers: number, price: string): Promise<void> => {
      element.passengers = passengers;
      await until(() => query(element, '[part=price]').textContent === price);
      expect(query(element, '[part=message]').textContent).to.contain('₹687.03').and.to.contain(price);
    };
    await changed(2, '₹1,374.05');
    translate(element.shadowRoot!);
    await changed(3, '₹2,061.08');
  });

  for (const compact of [true, false])
    it(`shows the figures of another quote: ${compact ? 'compact' : 'full'}`, async () => {
      const other = { compact, passengers: 3, cabin: 'business' };
      // Mounted with room for the details, which then stay loaded in the compact form's disclosure.
      const detailed = async (...of: [ScenarioName, object]): Promise<FlightOffsetWidget> => {
        const element = await widget(backend, ...of);
        await until(() => query(element, '[part=leg]'), 'the details are drawn');
        return element;
      };
      const wanted = text(await detailed('higher', other));
      const element = await detailed('ready', { compact });
      translate(element.shadowRoot!);
      backend.now.use('higher');
      Object.assign(element, other);
      await until(() => element.quote?.status === 'ready' && element.quote.passengers === 3);
      await element.updateComplete;
      expect(text(element)).to.equal(wanted);
    });

  it('shows the flights of another itinerary', async () => {
    const another = 'BA9 LHR-JFK 2027-01-20';
    const detailed = async (flights?: string): Promise<FlightOffsetWidget> => {
      const element = await widget(backend, 'ready', { compact: false, ...(flights && { flights }) });
      await until(() => query(element, '[part=leg]'), 'the details are drawn');
      return element;
    };
    const leg = (element: FlightOffsetWidget) =>
      query(element, '[part=leg]').textContent!.replace(/\s+/g, ' ');
    const wanted = leg(await detailed(another));
    expect(wanted).to.contain('LHR').and.to.contain('BA 9').and.to.contain('2027');
    const element = await detailed();
    translate(element.shadowRoot!);
    element.flights = another;
    await until(() => leg(element) === wanted);
  });

  it('shows the present state of an order', async () => {
    const order = { orderId: 'o1', status: 'completed', grams: 1_000_000 } as const;
    const states = [
      { ...order, status: 'pending' },
      order,
      { ...order, retirement: 'retired', grams: 2_000_000, price: { amountMinor: 100, currency: 'EUR' } },
      { ...order, refunded: 'part' },
      { ...order, refunded: 'whole' },
    ] as const;
    const shown = (element: FlightOffsetWidget) =>
      query(element, '[part=order]').textContent!.replace(/\s+/g, ' ');
    const element = await widget(backend, 'ready', { order: states[0] });
    await until(() => query(element, '[part=order]'));
    for (const one of states) {
      const fresh = await widget(backend, 'ready', { order: one });
      await until(() => query(fresh, '[part=order]'));
      translate(element.shadowRoot!);
      element.order = one;
      await element.updateComplete;
      expect(shown(element)).to.equal(shown(fresh));
    }
  });
});
