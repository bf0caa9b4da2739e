import { expect } from '@open-wc/testing';
import { choicesQuote } from '../testing/choices-quote.ts';
import { readyQuote, type Scenario } from '../testing/index.ts';
import {
  box,
  expectAccessible,
  freshBackend,
  next,
  query,
  text,
  tick,
  until,
  widget,
} from './mounted.fixture.ts';

const backend = freshBackend();

const radio = (element: Element, name: string): HTMLInputElement =>
  [...element.shadowRoot!.querySelectorAll<HTMLInputElement>('[name=choice]')].find((one) =>
    one.closest('label')!.textContent!.includes(name),
  )!;

async function chosen(): Promise<Awaited<ReturnType<typeof widget>>> {
  const element = await widget(backend, 'choices');
  await tick(element);
  await until(() => radio(element, 'Wind'));
  return element;
}

/** A scenario with the projects from number `first` on, none of them sold out. */
const onSale = (first: number): Scenario => ({
  quote: (request) => {
    const { options } = readyQuote(request);
    const { choices, ...quote } = choicesQuote(request);
    return { ...quote, options, choices: choices!.slice(first).map((one) => ({ ...one, options })) };
  },
});

describe('the choice of a project', () => {
  it('appears with the tick, the preferred project picked, with shares, countries and prices', async () => {
    const element = await widget(backend, 'choices');
    expect(query(element, '[part=choices]')).to.equal(null);
    await tick(element);
    await until(() => radio(element, 'Wind'));
    expect(radio(element, 'Wind').checked).to.equal(true);
    const words = query(element, '[part=choices]').textContent!;
    expect(words).to.contain('Bundled wind, Tamil Nadu · India');
    // A line for each: names contain commas, and commas differ between languages.
    const small = radio(element, 'Cooking').closest('label')!.querySelector('small')!;
    const lines = small.innerHTML.replace(/<!--.*?-->|<\/?bdi>/g, '').split('<br>');
    expect(lines).to.deep.equal(['70% · Cookstoves · Kenya', '30% · Solar lamps · India', '']);
    // Each in its own direction: an operator's sentence keeps its full stop at its end on a right-to-left page.
    const isolated = (name: string): (string | null)[] =>
      [...radio(element, name).closest('label')!.querySelectorAll('small bdi')].map(
        (part) => part.textContent,
      );
    expect(isolated('Aviation fuel')).to.deep.equal(['Fuel made of used cooking oil.']);
    expect(isolated('Cooking')).to.deep.equal(['70%', 'Cookstoves', 'Kenya', '30%', 'Solar lamps', 'India']);
    expect(element.value).to.match(/^wind\.quote\.1/);
    await expectAccessible(element);
  });

  it('changes token, price and project to those picked, and names fuel as fuel', async () => {
    const element = await chosen();
    const change = next(element, 'offset-change');
    radio(element, 'Aviation fuel').click();
    const { token, project, reason } = await change;
    expect([token, project!.name, reason]).to.deep.equal([element.value, 'Fuel', 'user']);
    expect(token).to.match(/^fuel\.quote\.1/);
    await until(() =>
      text(element).includes('Buys aviation-fuel certificates for 573 kg of CO₂e: Fuel, RSB'),
    );
    expect(text(element)).not.to.contain('carbon credits');
    expect(text(element)).to.contain('It does not reduce or cancel the emissions of this flight.');
    expect(query(element, '[part=price]').textContent).to.equal('₹6,870.30');
  });

  it('lists prices of the amount on display', async () => {
    const element = await chosen();
    const listed = (): (string | null)[] =>
      [...element.shadowRoot!.querySelectorAll('[part=choices] b bdi + bdi')].map(
        (price) => price.textContent,
      );
    expect(listed()).to.deep.equal(['₹687.03', '₹6,870.30', 'Sold out']);
    query(element, '[name=option]').click();
    await element.updateComplete;
    expect(listed()).to.deep.equal(['₹343.51', '₹3,435.10', 'Sold out']);
  });

  it('cannot be changed while the element is disabled', async () => {
    const element = await chosen();
    element.disabled = true;
    await until(() => box(element).disabled);
    expect(radio(element, 'Aviation fuel').matches(':disabled')).to.equal(true);
  });

  it('is absent if there is one project', async () => {
    const element = await widget(backend, onSale(2));
    await tick(element);
    await until(() => text(element).includes('Verra'));
    expect(query(element, '[part=choices]')).to.equal(null);
  });

  it('names a registry that several projects share once', async () => {
    const element = await widget(backend, onSale(0));
    await tick(element);
    await until(() => radio(element, 'Cooking'));
    radio(element, 'Cooking').click();
    await element.updateComplete;
    expect(query(element, '#purchase a').textContent).to.equal('Cooking and lighting, Verra ');
  });

  it('keeps the picked project when a renewed quote has the same terms', async () => {
    const element = await chosen();
    radio(element, 'Aviation fuel').click();
    await element.updateComplete;
    const before = element.value;
    await element.retry();
    await element.updateComplete;
    expect(element.value).not.to.equal(before);
    expect(element.value).to.match(/^fuel\./);
    expect(box(element).checked).to.equal(true);
  });

  it('is the preferred one again after a reset', async () => {
    const element = await chosen();
    radio(element, 'Aviation fuel').click();
    await element.updateComplete;
    element.reset();
    await element.updateComplete;
    expect(text(element)).not.to.contain('aviation-fuel');
    await tick(element);
    expect(radio(element, 'Wind').checked).to.equal(true);
    expect(element.value).to.match(/^wind\./);
  });

  it("follows a change of the page's language", async () => {
    const element = await chosen();
    radio(element, 'Aviation fuel').click();
    await element.updateComplete;
    element.locale = 'de';
    await until(() =>
      element.shadowRoot!.querySelector('#purchase')?.textContent?.includes('Flugkraftstoff'),
    );
    expect(box(element).checked).to.equal(false);
  });

  it('is created once, however often the box is pressed while it loads', async () => {
    const element = await widget(backend, 'choices');
    for (let press = 0; press < 3; press++) box(element).click();
    await until(() => radio(element, 'Wind'));
    await new Promise((resolve) => setTimeout(resolve));
    const sheets = element.shadowRoot!.adoptedStyleSheets;
    expect(sheets).to.have.length(new Set(sheets).size);
  });

  it('disables a sold-out project, and labels it so', async () => {
    const element = await chosen();
    expect(radio(element, 'Cooking and lighting').disabled).to.equal(true);
    expect(radio(element, 'Cooking and lighting').closest('label')!.textContent).to.contain('Sold out');
  });

  it('is dropped, with the event, if a renewal sells out the picked project', async () => {
    const element = await chosen();
    const dropped = next(element, 'offset-change');
    backend.now.use({
      quote: (request) => {
        const quote = choicesQuote(request);
        const choices = quote.choices!.map((one) => ({
          ...one,
          options: one.options.map((option) => ({ ...option, soldOut: true as const })),
        }));
        return { ...quote, choices, options: choices[0]!.options };
      },
    });
    await element.retry();
    expect((await dropped).selected).to.equal(false);
    expect(element.value).to.equal(null);
  });
});
