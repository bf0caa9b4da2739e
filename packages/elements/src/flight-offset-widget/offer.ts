import { html, type TemplateResult } from 'lit';
import { link } from '../figure/link.ts';
import type { View } from '../figure/view.ts';
import { fill } from '../messages/fill.ts';
import type { Choice } from './choice.ts';

/** The offer: an unticked box, what ticking it buys, the mandatory sentence, and the neutral way out. */
export function offer(view: View, choice: Choice, disabled: boolean): TemplateResult {
  const { t, mass, quote } = view;
  const { project, shares } = quote;
  const { share, shown = shares[0]!, notice, paying } = choice;
  return html`<div class="offer" part="offer">
    <label>
      <input type="checkbox" autocomplete="off" aria-describedby="buys honest" .checked=${!!share}
        ?disabled=${disabled || !choice.view || choice.state === 'opening'} @change=${() => choice.select()} />
      <b class="row"><span>${t.contribute}</span><bdi class="ghost" part="price">${shown.price?.formatted}</bdi></b>
    </label>
    <p id="buys" class="ghost soft">
      ${fill(t.buys, { mass: mass(shown.grams, 3) })}${
        project && [
          ': ',
          link(`${project.name}, ${project.registry} ${project.project_id}`, project.public_url),
        ]
      }
    </p>
    <p id="honest" class="ghost note">${t.honest}</p>
    <p role="status" part="message">${notice}</p>
    ${share && paying?.render(view)}
    <p class="ghost note">${t.skip} ${t.unaffected}</p>
  </div>`;
}
