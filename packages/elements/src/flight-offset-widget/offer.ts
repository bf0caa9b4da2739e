import { html, type TemplateResult } from 'lit';
import { link } from '../figure/link.ts';
import type { View } from '../figure/view.ts';
import { fill } from '../messages/fill.ts';
import type { Choice } from './choice.ts';

/**
 * The offer: an unticked box, what a contribution purchases, the mandatory disclaimer, and the opt-out. What describes the
 * box has no identifier while it holds placeholders, so that no screen reader says them. What changes is the text
 * content of its element, here and wherever a card changes while it is in use: browsers that translate the page replace
 * nodes of text, and what Lit writes into those would not be seen.
 */
export function offer(view: View, choice: Choice, disabled: boolean): TemplateResult {
  const { t, mass, quote } = view;
  const { project } = quote;
  const { option, shown = quote.options[0]! } = choice;
  // Where there are choices, the words for what is bought come with them.
  const known = choice.view && (!quote.choices || view.picked);
  const change = ({ target }: Event): void => {
    // Rendering sets it from the choice, which may be reset before the next rendering.
    (target as HTMLInputElement).checked = !!option;
    choice.toggle();
  };
  return html`<div class="offer" part="offer" role="group" aria-label=${t.optIn}>
    <label>
      <input .checked=${!!option} ?disabled=${disabled || !choice.view || choice.state === 'submitting'}
        @change=${change} type="checkbox" aria-describedby="purchase disclaimer" autocomplete="off" />
      <b class="row">${t.optIn}<bdi class="skeleton" part="price" .textContent=${shown.price?.formatted}></bdi></b>
    </label>
    <p class="skeleton soft" id=${known ? 'purchase' : ''}>
      <span .textContent=${fill(t.purchase, { mass: mass(shown.grams, 100) }).join('')}></span>${
        project && [
          ': ',
          link(`${project.name}, ${project.registry} ${project.project_id}`, project.public_url),
        ]
      }
    </p>
    <p class="skeleton note" id="disclaimer">${t.disclaimer}</p>
    ${option && choice.controls?.render(view)}
    <div role="status"><p part="message" .textContent=${choice.notice ?? choice.controls?.added}></p></div>
    <p class="skeleton note">${t.optOut} ${t.unaffected}</p>
  </div>`;
}
