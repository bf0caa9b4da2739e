import { html, type TemplateResult } from 'lit';
import { link } from '../figure/link.ts';
import type { View } from '../figure/view.ts';
import { fill } from '../messages/fill.ts';
import type { Choice } from './choice.ts';

/**
 * Draws the offer: an unticked box, what a contribution purchases, the mandatory disclaimer, and the opt-out. The
 * description of the box has no identifier while it holds placeholders, so that no screen reader reads them. Text that
 * changes is set as the text content of its element, here and in every card: browsers that translate the page replace
 * text nodes, so that what Lit writes into the old ones would not be visible.
 */
export function offer(view: View, choice: Choice, disabled: boolean): TemplateResult {
  const { t, mass, quote } = view;
  const { project } = quote;
  const { option, shown = quote.options[0]! } = choice;
  // If there are choices, the words for what is bought come with them.
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
