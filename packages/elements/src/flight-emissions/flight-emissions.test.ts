import { expect, fixture, html } from '@open-wc/testing';
import { translate } from '../translate.fixture.ts';
import { until } from '../until.fixture.ts';
import '../define/flight-emissions.ts';
import { parseFlights } from '../flights/parse-flights.ts';
import { type FakeBackend, fakeBackend, readyQuote } from '../testing/index.ts';
import type { FlightEmissions } from './flight-emissions.ts';

let backend: FakeBackend;
let restore: () => void;
beforeEach(() => {
  backend = fakeBackend();
  restore = backend.install();
});
afterEach(() => restore());

const text = (element: Element) => element.shadowRoot!.textContent!.replace(/\s+/g, ' ');

describe('flight-emissions', () => {
  it('shows the figure alone', async () => {
    const element = await fixture<FlightEmissions>(
      html`<flight-emissions endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-emissions>`,
    );
    await until(() => element.state === 'ready');
    await element.updateComplete;
    expect(text(element)).to.contain('573 kg CO₂e per passenger');
    await until(() => text(element).includes('11% lower than typical for this route'));
    expect(element.shadowRoot!.querySelector('input')).to.equal(null);
    await expect(element).to.be.accessible();
  });

  it('requests nothing if the page provides the figures', async () => {
    const element = await fixture<FlightEmissions>(
      html`<flight-emissions lang="de" .figures=${{ showFigures: true, gramsPerPassenger: 4250 }}></flight-emissions>`,
    );
    expect(element.state).to.equal('ready');
    await until(() => text(element).includes('pro Person'));
    expect(text(element)).to.contain('4,3 kg');
    expect(backend.calls).to.have.length(0);
  });

  it('shows other figures after the browser translated the page', async () => {
    const element = await fixture<FlightEmissions>(
      html`<flight-emissions .figures=${{ showFigures: true, gramsPerPassenger: 573_000 }}></flight-emissions>`,
    );
    translate(element.shadowRoot!);
    element.figures = { showFigures: true, gramsPerPassenger: 300_000 };
    await element.updateComplete;
    expect(text(element)).to.contain('300 kg').and.not.to.contain('573');
  });

  it('shows a quote that the page sets later', async () => {
    const element = await fixture<FlightEmissions>(html`<flight-emissions></flight-emissions>`);
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    const [flight] = parseFlights('LX38 ZRH-SFO 2026-12-14');
    element.quote = readyQuote({ flights: [flight!] });
    await until(() => text(element).includes('573 kg CO₂e per passenger'));
    expect(backend.calls).to.have.length(0);
  });

  it('has no line for a comparison that has no message', async () => {
    const comparison = {
      level: 'typical',
      typicalGramsPerPassenger: 4250,
      method: 'carriers_on_route',
      carriers: 1,
    } as const;
    const element = await fixture<FlightEmissions>(
      html`<flight-emissions .figures=${{ showFigures: true, gramsPerPassenger: 4250, comparison }}></flight-emissions>`,
    );
    await until(() => element.shadowRoot!.querySelector('[part=figure]'));
    await until(() => !element.shadowRoot!.querySelector('[part=comparison]'));
  });

  it('withholds the figure if the backend requires it', async () => {
    backend.use('figuresNone');
    const element = await fixture<FlightEmissions>(
      html`<flight-emissions endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-emissions>`,
    );
    await until(() => element.state === 'ready');
    await element.updateComplete;
    expect(text(element)).not.to.contain('kg');
    expect(element.shadowRoot!.querySelector('slot[name=label]')).not.to.equal(null);
  });

  it('shows the official label in place of the figure', async () => {
    backend.use('officialLabel');
    const element = await fixture<FlightEmissions>(
      html`<flight-emissions endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-emissions>`,
    );
    await until(() => element.state === 'ready');
    await element.updateComplete;
    const label = element.shadowRoot!.querySelector('a')!;
    expect(label.href).to.equal('https://label.example/LX38');
    expect(label.getBoundingClientRect().left, 'at the edge, as a figure').to.equal(
      element.getBoundingClientRect().left,
    );
    expect(text(element)).not.to.contain('per passenger');
  });

  it('has the direction of its language, whatever that of the page', async () => {
    backend.use('officialLabel');
    for (const [locale, page, direction] of [
      ['he', 'ltr', 'rtl'],
      ['en', 'rtl', 'ltr'],
    ] as const) {
      const place = await fixture<HTMLElement>(html`<div dir=${page}>
        <flight-emissions endpoint="/offset" locale=${locale} .messages=${{}} flights="LX38 ZRH-SFO 2026-12-14"></flight-emissions>
      </div>`);
      const element = place.querySelector('flight-emissions')!;
      await until(() => element.shadowRoot!.querySelector('a'));
      const card = element.shadowRoot!.querySelector('.card')!;
      expect(getComputedStyle(card).direction, locale).to.equal(direction);
    }
  });

  it('offers a retry if the estimate fails to load, and keeps the focus', async () => {
    backend.use('offline');
    const element = await fixture<FlightEmissions>(
      html`<flight-emissions endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-emissions>`,
    );
    const button = () => element.shadowRoot!.querySelector<HTMLElement>('[part=button]');
    await until(() => button());
    expect(text(element)).to.match(/We couldn’t load the estimate\. Try again/);
    await expect(element).to.be.accessible();
    backend.use('ready');
    button()!.focus();
    button()!.click();
    expect(element.shadowRoot!.activeElement).to.equal(element.shadowRoot!.querySelector('.card'));
    await until(() => text(element).includes('573 kg CO₂e per passenger'));
    expect(button()).to.equal(null);
  });

  it('shows that there is no estimate', async () => {
    backend.use('unavailable');
    const element = await fixture<FlightEmissions>(
      html`<flight-emissions endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-emissions>`,
    );
    await until(() => element.state === 'unavailable');
    await element.updateComplete;
    expect(text(element)).to.contain('No estimate for this itinerary.');
    expect(element.shadowRoot!.querySelector('button')).to.equal(null);
  });
});
