/** The controls of the checkout: loaded with the traveller's tick, or with a quote that has choices. */
import { html } from 'lit';
import type { View } from '../figure/view.ts';
import { loadChoices } from '../lazy/choices.ts';
import { loadPayment } from '../lazy/start-payment.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import { checkoutEn } from '../messages/checkout/en.ts';
import { fill } from '../messages/fill.ts';
import { loadTexts } from '../messages/load-texts.ts';
import { checkoutStyles } from '../styles/checkout.styles.ts';
import type { CheckoutControls } from './checkout-controls.ts';
import type { Choice, ChoiceHost } from './choice.ts';
import type { Choices } from './choices.ts';
import { watchOffer } from './offer-changed.ts';
import { renewQuote } from './renew-quote.ts';

/**
 * Loads texts and choices for a view, and creates the controls of the choice: once, although the quote and the
 * traveller may both request them while they load.
 */
export function prepareControls(choice: Choice, host: ChoiceHost, view: View): Promise<void> {
  choice.controls ??= createControls(choice, host);
  return choice.controls.load(view);
}

/** Creates the controls: options, payment, quote renewal, and the comparison of a renewed quote with the choice. */
function createControls(choice: Choice, host: ChoiceHost): CheckoutControls {
  let texts: CheckoutMessages | undefined;
  let choices: Choices | undefined;
  const t = (): CheckoutMessages => ({ ...checkoutEn, ...texts, ...host.messages });
  const root = host.renderRoot;
  root.adoptedStyleSheets.push(checkoutStyles.styleSheet!);
  let focused: Element | null;
  host.addController({
    hostUpdate() {
      focused = root.activeElement;
    },
    hostUpdated() {
      // Unticking the box removes the controls, and must not lose the focus: it moves to the box, or to the card if
      // there is nothing to tick yet.
      if (focused?.isConnected === false)
        root.querySelector<HTMLElement>(choice.view ? 'input' : '.card')?.focus();
      if (choice.option?.soldOut) choice.choose('unselected', 'renewed', t().soldOut);
    },
  });
  host.addController(renewQuote(choice, host));
  return {
    async load({ tag, quote }) {
      // If the file fails to load, the button remains, in English.
      const loaded = await loadTexts<CheckoutMessages>('checkout', tag);
      // The language may have changed meanwhile.
      if (tag === choice.view?.tag) texts = loaded;
      if (quote.choices) {
        const { createChoices } = await loadChoices();
        choices ??= createChoices(choice, host);
      }
      host.requestUpdate();
    },
    pick: (view) => choices?.pick(view, t()) ?? view,
    isSame: watchOffer(choice, host, t),
    get added() {
      const price = choice.option?.price?.formatted;
      return host.checkout === 'booking' && price ? fill(t().added, { price }).join('') : '';
    },
    render({ tag, quote: { options: all } }) {
      const words = t();
      const checkout = host.checkout || 'redirect';
      const price = choice.option?.price?.formatted;
      const ready = choice.state === 'selected';
      const disabled = !ready || host.matches(':disabled');
      // Prices as text content, for the reason given in `offer.ts`.
      return html`${choices?.render(words, disabled)}${
        all[1]
          ? html`<fieldset part="options" aria-label=${words.options} ?disabled=${disabled}>
              ${all.map(
                (one) => html`<label>
                  <input type="radio" name="option" .checked=${one === choice.option} ?disabled=${one.soldOut} @change=${() => {
                    choice.fraction = one.fraction;
                    choice.choose('selected', 'user');
                  }} />
                  <span>${one.fraction.toLocaleString(tag, { style: 'percent' })} <small><bdi .textContent=${one.soldOut ? words.soldOut : one.price?.formatted}></bdi></small></span>
                </label>`,
              )}
            </fieldset>`
          : ''
      }${
        checkout === 'redirect'
          ? html`<button part="button" aria-disabled=${disabled} @click=${() => disabled || choice.load(choice.view!, async () => (await loadPayment()).startPayment(choice, host, t()))}>
              <span .textContent=${ready ? (price ? fill(words.payPrice, { price }).join('') : words.pay) : words.redirecting}></span>
            </button>`
          : ''
      }`;
    },
  };
}
