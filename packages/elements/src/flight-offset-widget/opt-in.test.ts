import { expect, fixture, html } from '@open-wc/testing';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  box,
  FLIGHTS,
  freshBackend,
  next,
  query,
  tick,
  until,
  untilLoaded,
  widget,
} from './mounted.fixture.ts';

const backend = freshBackend();

/** Expects that nothing is chosen, viewed or sent. */
function expectUnticked(element: FlightOffsetWidget, why: string): void {
  expect(box(element).checked, why).to.equal(false);
  expect(element.offer, why).to.equal('unselected');
  expect(element.value, why).to.equal(null);
}

describe('opt-in', () => {
  it('cannot be set by an attribute', async () => {
    const element = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS} checked selected option="1" offer="selected"
        value="quote.1" state="selected" opt-in></flight-offset-widget>`,
    );
    expectUnticked(await untilLoaded(element), 'attributes');
  });

  it('cannot be set by a property', async () => {
    const element = await widget(backend);
    for (const name of ['checked', 'selected', 'option', 'offer', 'value', 'optIn']) {
      try {
        Object.assign(element, { [name]: name === 'offer' ? 'selected' : true });
      } catch (error) {
        expect(error).to.be.instanceOf(TypeError);
      }
      element.requestUpdate();
      await element.updateComplete;
      expectUnticked(element, name);
    }
  });

  it('cannot be set by a property before the element is upgraded', async () => {
    const element = document.createElement('flight-offset-widget');
    Object.defineProperty(element, 'selected', { value: true });
    Object.assign(element, { endpoint: '/offset', flights: [] });
    element.setAttribute('flights', FLIGHTS);
    document.body.append(element);
    expectUnticked(await untilLoaded(element), 'before upgrade');
    element.remove();
  });

  it('cannot be set by a message', async () => {
    const element = await widget(backend, 'ready', {
      messages: { optIn: '<input type="checkbox" checked> Contribute', disclaimer: 'x', offer: 'selected' },
    });
    expect(element.shadowRoot!.querySelectorAll('input')).to.have.length(1);
    expectUnticked(element, 'message');
  });

  it('cannot be restored by a form', async () => {
    const element = await widget(backend);
    element.formStateRestoreCallback();
    await element.updateComplete;
    expectUnticked(element, 'restored');
    expect(box(element).getAttribute('autocomplete')).to.equal('off');
  });

  it('submits its own choice in place of the token that the browser restored', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><flight-offset-widget name="contribution" endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></form>`,
    );
    const element = await untilLoaded(form.querySelector('flight-offset-widget')!);
    const restore = (token: string): void => {
      // As Firefox does, after the quote has arrived or before.
      (element as unknown as { internals: ElementInternals }).internals.setFormValue(token);
      element.formStateRestoreCallback();
    };
    restore('quote.0.1');
    expect([...new FormData(form)]).to.deep.equal([]);
    await tick(element);
    restore('quote.0.1');
    expect([...new FormData(form)]).to.deep.equal([['contribution', 'quote.1.1']]);
  });

  it('is reset when the page is restored from the back/forward cache, with a new quote', async () => {
    const element = await widget(backend);
    await tick(element);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await element.updateComplete;
    expectUnticked(element, 'history');
    await until(() => backend.now.calls.filter(({ path }) => path === 'quote').length === 2);
  });

  it('shows the default option when the page is restored from the back/forward cache', async () => {
    const element = await widget(backend);
    await tick(element);
    query(element, '[type=radio]').click();
    await element.updateComplete;
    expect(query(element, '[part=price]').textContent).to.equal('₹343.51');
    const renewed = next(element, 'offset-quote');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await renewed;
    await element.updateComplete;
    expectUnticked(element, 'history');
    expect(query(element, '[part=price]').textContent).to.equal('₹687.03');
  });

  it('is reset when the page is left right after the tick and restored', async () => {
    const element = await widget(backend);
    box(element).click();
    expect(element.offer).to.equal('selected');
    const renewed = next(element, 'offset-quote');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(element.offer).to.equal('unselected');
    await renewed;
    await element.updateComplete;
    expectUnticked(element, 'history');
  });

  it('stays ticked when the page has finished loading after the tick', async () => {
    const element = await widget(backend);
    await tick(element);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    await element.updateComplete;
    expect(box(element).checked).to.equal(true);
    expect(backend.now.calls).to.have.length(1);
  });

  it('is reset when the itinerary changes', async () => {
    const element = await widget(backend);
    await tick(element);
    element.passengers = 2;
    await untilLoaded(element);
    expectUnticked(element, 'another itinerary');
  });

  it('is reset with the form', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><flight-offset-widget name="contribution" endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></form>`,
    );
    const element = await untilLoaded(form.querySelector('flight-offset-widget')!);
    expect([...new FormData(form)]).to.deep.equal([]);
    await tick(element);
    expect([...new FormData(form)]).to.deep.equal([['contribution', 'quote.1.1']]);
    form.reset();
    await element.updateComplete;
    expectUnticked(element, 'reset');
    expect([...new FormData(form)]).to.deep.equal([]);
  });

  it('cannot be changed while the form is disabled', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><fieldset disabled><flight-offset-widget name="contribution" endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></fieldset></form>`,
    );
    const element = await untilLoaded(form.querySelector('flight-offset-widget')!);
    expect(box(element).disabled).to.equal(true);
    form.querySelector('fieldset')!.disabled = false;
    await element.updateComplete;
    expect(box(element).disabled).to.equal(false);
  });

  it('cannot be changed if the element was disabled before it was defined, until it is enabled', async () => {
    // Elements of a document without a window are defined when they enter the page.
    const element = document.implementation.createHTMLDocument().createElement('flight-offset-widget');
    Object.assign(element, { endpoint: '/offset', flights: FLIGHTS, disabled: true });
    document.body.append(element);
    await untilLoaded(element);
    expect(box(element).disabled).to.equal(true);
    expect(element.matches(':disabled')).to.equal(true);
    element.disabled = false;
    await until(() => !box(element).disabled);
    element.remove();
  });

  it('cannot be changed or paid while the element is disabled, by attribute or property', async () => {
    const element = await widget(backend);
    await tick(element);
    element.disabled = true;
    await until(() => box(element).disabled);
    expect(element.hasAttribute('disabled')).to.equal(true);
    expect(query(element, '[part=button]').getAttribute('aria-disabled')).to.equal('true');
    expect(query(element, '[type=radio]').matches(':disabled')).to.equal(true);
    query(element, '[part=button]').click();
    element.removeAttribute('disabled');
    await until(() => !box(element).disabled);
    expect(element.disabled).to.equal(false);
    expect(element.offer).to.equal('selected');
    expect(backend.now.calls.map(({ path }) => path)).to.deep.equal(['quote']);
  });

  it('cannot be changed by a pointer if the page disables pointer events, such as while it books', async () => {
    const element = await widget(backend);
    const pressed = (): boolean => {
      box(element).scrollIntoView({ block: 'center' });
      const { x, y, width, height } = box(element).getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === element;
    };
    expect(pressed()).to.equal(true);
    element.parentElement!.style.pointerEvents = 'none';
    expect(pressed()).to.equal(false);
  });

  it('renders no button if the booking form submits the choice', async () => {
    const element = await widget(backend, 'ready', { checkout: 'form' });
    await tick(element);
    expect(element.shadowRoot!.querySelector('button')).to.equal(null);
    expect(element.value).to.equal('quote.1.1');
  });
});
