/** The controls of the checkout: loaded with the traveller's first click, which most travellers never make. */
import type { QuoteOption } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import type { Details } from '../figure/method-details.ts';
import type { View } from '../figure/view.ts';
import { loadDetails } from '../lazy/method-details.ts';
import { loadPayment } from '../lazy/start-payment.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import { checkoutEn } from '../messages/checkout/en.ts';
import { loadTexts } from '../messages/load-texts.ts';
import { checkoutStyles } from '../styles/checkout.styles.ts';
import type { Choice, ChoiceHost } from './choice.ts';
import { type IsSame, watchOffer } from './offer-changed.ts';
import { renewQuote } from './renew-quote.ts';

/** Draws what the first click reveals: options and button of the offer, and the details of the method. */
export interface CheckoutControls {
  /** Loads the texts of the language `tag` and renders again. */
  setLocale(tag: string): Promise<void>;
  /** The options, where there are several, and the button, unless the booking form sends the choice. */
  render(view: View): TemplateResult;
  /** How the emissions were estimated. */
  method(view: View): TemplateResult[];
  /** Whether a choice remains valid under a new quote. */
  readonly isSame: IsSame;
}

/** Creates the controls: options, payment, quote renewal, and the comparison of a renewed quote with the choice. */
export function createControls(choice: Choice, host: ChoiceHost): CheckoutControls {
  let texts = checkoutEn;
  let details: Details | undefined;
  const t = (): CheckoutMessages => ({ ...texts, ...host.messages });
  host.shadowRoot!.adoptedStyleSheets.push(checkoutStyles.styleSheet!);
  host.addController({
    hostConnected: () => addEventListener('pageshow', choice),
    hostDisconnected: () => removeEventListener('pageshow', choice),
  });
  host.addController(renewQuote(choice, host));
  return {
    async setLocale(tag) {
      // Without the file the button remains, in English.
      texts = (await loadTexts('checkout', tag)) ?? checkoutEn;
      if (host.shadowRoot!.querySelector('details')!.open)
        details = await (await loadDetails()).detailsIn(tag);
      host.requestUpdate();
    },
    isSame: watchOffer(choice, host, () => t().offerChanged),
    method: (view) => details?.(view, host.messages) ?? [],
    render({ tag, quote: { options: all } }) {
      const { options, pay, redirecting } = t();
      const ready = choice.state === 'selected';
      const disabled = !ready || host.matches(':disabled');
      const pick = ({ fraction }: QuoteOption): void => {
        choice.fraction = fraction;
        choice.choose('selected');
      };
      return html`${
        all[1]
          ? html`<fieldset part="options" aria-label=${options} ?disabled=${disabled}>
              ${all.map(
                (one) => html`<label>
                  <input type="radio" name="option" .checked=${one === choice.option} @change=${() => pick(one)} />
                  <span>${one.fraction.toLocaleString(tag, { style: 'percent' })}</span>
                </label>`,
              )}
            </fieldset>`
          : ''
      }${
        (host.checkout ?? 'redirect') !== 'redirect'
          ? ''
          : html`<button part="button" aria-disabled=${disabled} @click=${async () => disabled || (await loadPayment()).startPayment(choice, host, t())}>
              <span>${ready ? pay : redirecting}</span>
            </button>`
      }`;
    },
  };
}
