import type { QuotedShare } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import { link } from '../figure/link.ts';
import type { View } from '../figure/view.ts';
import { fill } from '../messages/fill.ts';
import type { WidgetMessages } from '../messages/widget/widget-messages.ts';

/** What the offer is doing, and what happens on a traveller's touch. */
export interface Offer {
  readonly share: QuotedShare;
  readonly selected: boolean;
  readonly opening: boolean;
  readonly disabled: boolean;
  /** Whether the button is there: not where the booking form sends the choice. */
  readonly button: boolean;
  readonly notice: keyof WidgetMessages | undefined;
  readonly toggle: () => void;
  readonly choose: (share: number) => void;
  readonly pay: () => void;
}

/** The offer: an unticked box, what ticking it buys, the mandatory sentence, and the neutral way out. */
export function offer(
  { t, locale, quote: { project, shares }, mass }: View,
  { share, selected, opening, disabled, button, notice, toggle, choose, pay }: Offer,
): TemplateResult {
  return html`<div class="offer" part="offer">
    <label class="choice">
      <input type="checkbox" autocomplete="off" aria-describedby="buys honest" .checked=${selected}
        ?disabled=${disabled} @change=${toggle} />
      <b class="row"><span>${t.contribute}</span><bdi class="ghost" part="price">${share.price?.formatted}</bdi></b>
    </label>
    <p id="buys" class="ghost soft">
      ${fill(t.buys, { mass: mass(share.grams, 3) })}${
        project
          ? [': ', link(`${project.name}, ${project.registry} ${project.project_id}`, project.public_url)]
          : ''
      }
    </p>
    ${
      selected && shares[1]
        ? html`<fieldset part="shares" aria-label=${t.shares} ?disabled=${disabled}>
        ${shares.map(
          (one) => html`<label>
            <input type="radio" name="share" .checked=${one === share} @change=${() => choose(one.share)} />
            <span>${one.share.toLocaleString(locale, { style: 'percent' })}</span>
          </label>`,
        )}
      </fieldset>`
        : ''
    }
    <p id="honest" class="ghost small soft">${t.honest}</p>
    <p role="status" class="small" part="message">${notice ? (t[notice] as string) : ''}</p>
    ${
      selected && button
        ? html`<button part="button" aria-disabled=${opening} @click=${pay}><span>${opening ? t.opening : t.pay}</span></button>`
        : ''
    }
    <p class="ghost skip small soft">${t.skip} ${t.unaffected}</p>
  </div>`;
}
