import { html, type TemplateResult } from 'lit';
import { link } from '../figure/link.ts';
import type { View } from '../figure/view.ts';
import { fill } from '../messages/fill.ts';
import type { Choice } from './choice.ts';

/**
 * The offer: an unticked box, what ticking it buys, the mandatory sentence, and the neutral way out.
 *
 * @param button Whether the button is there: not where the booking form sends the choice.
 */
export function offer({ t, tag, quote, mass }: View, choice: Choice, button: boolean): TemplateResult {
  const { project, shares } = quote;
  const { share, shown = shares[0]!, notice, state } = choice;
  const opening = !!share && state !== 'selected';
  const disabled = choice.disabled || !choice.quote || state === 'opening';
  return html`<div class="offer" part="offer">
    <label>
      <input type="checkbox" autocomplete="off" aria-describedby="buys honest" .checked=${!!share}
        ?disabled=${disabled} @change=${() => choice.select()} />
      <b class="row"><span>${t.contribute}</span><bdi class="ghost" part="price">${shown.price?.formatted}</bdi></b>
    </label>
    <p id="buys" class="ghost soft">
      ${fill(t.buys, { mass: mass(shown.grams, 3) })}${
        project
          ? [': ', link(`${project.name}, ${project.registry} ${project.project_id}`, project.public_url)]
          : ''
      }
    </p>
    ${
      share && shares[1]
        ? html`<fieldset part="shares" aria-label=${t.shares} ?disabled=${disabled}>
            ${shares.map(
              (one) => html`<label>
                <input type="radio" name="share" .checked=${one === share} @change=${() => choice.select(one.share)} />
                <span>${one.share.toLocaleString(tag, { style: 'percent' })}</span>
              </label>`,
            )}
          </fieldset>`
        : ''
    }
    <p id="honest" class="ghost note">${t.honest}</p>
    <p role="status" part="message">${notice ? (t[notice] as string) : ''}</p>
    ${
      share && button
        ? html`<button part="button" aria-disabled=${opening} @click=${() => choice.pay()}>
            <span>${opening ? t.opening : t.pay}</span>
          </button>`
        : ''
    }
    <p class="ghost note">${t.skip} ${t.unaffected}</p>
  </div>`;
}
