/** What follows the tick: a file of its own, which most travellers never need. */
import { html, type TemplateResult } from 'lit';
import type { View } from '../figure/view.ts';
import { payingEn } from '../messages/paying/en.ts';
import { payingTexts } from '../messages/paying/paying-texts.ts';
import { payingStyles } from '../styles/paying.styles.ts';
import type { Choice, ChoiceHost } from './choice.ts';
import { pay } from './pay.ts';
import { renewing } from './renewing.ts';
import { startingOver } from './starting-over.ts';

/** What draws the offer's second half. */
export interface Paying {
  /** Takes the texts of the language `tag`. */
  speak(tag: string): Promise<void>;
  /** The shares, where there are several, and the button, unless the booking form sends the choice. */
  render(view: View): TemplateResult;
}

/** Brings what follows the tick: how much, the way to the payment page, and a quote that does not run out. */
export function payingFor(choice: Choice, host: ChoiceHost): Paying {
  let texts = payingEn;
  host.shadowRoot!.adoptedStyleSheets.push(payingStyles.styleSheet!);
  host.addController(renewing(choice, host));
  host.addController(startingOver(choice, host));
  return {
    async speak(tag) {
      const load = payingTexts[new Intl.Locale(tag).language as keyof typeof payingTexts];
      // A file that does not arrive must not take the button with it: English is always here.
      texts = (await load?.().catch(() => {}))?.default ?? payingEn;
    },
    render({ tag, quote: { shares } }) {
      const t = { ...texts, ...host.messages };
      const ready = choice.state === 'selected';
      return html`${
        shares[1]
          ? html`<fieldset part="shares" aria-label=${t.shares} ?disabled=${!ready || host.matches(':disabled')}>
              ${shares.map(
                (one) => html`<label>
                  <input type="radio" name="share" .checked=${one === choice.share} @change=${() => choice.select(one.share)} />
                  <span>${one.share.toLocaleString(tag, { style: 'percent' })}</span>
                </label>`,
              )}
            </fieldset>`
          : ''
      }${
        host.checkout === 'form'
          ? ''
          : html`<button part="button" aria-disabled=${!ready} @click=${() => pay(choice, host, t)}>
              <span>${ready ? t.pay : t.opening}</span>
            </button>`
      }`;
    },
  };
}
