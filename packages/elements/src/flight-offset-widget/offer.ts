import { html, type TemplateResult } from 'lit';
import { link } from '../figure/link.ts';
import type { View } from '../figure/view.ts';
import { fill } from '../messages/fill.ts';
import type { Choice } from './choice.ts';

/** The offer: an unticked box, what ticking it buys, the mandatory sentence, and the neutral way out. */
export function offer(view: View, choice: Choice, disabled: boolean): TemplateResult {
  const { t, mass, quote } = view;
  const { project, options } = quote;
  const { option, shown = options[0]!, notice, paying } = choice;
  const change = ({ target }: Event): void => {
    // What is drawn follows the choice: it may be taken back before the next drawing.
    (target as HTMLInputElement).checked = !!option;
    choice.toggle();
  };
  return html`<div class="offer" part="offer">
    <label>
      <input .checked=${!!option} ?disabled=${disabled || !choice.view || choice.state === 'opening'}
        @change=${change} aria-describedby="buys honest" autocomplete="off" type="checkbox" />
      <b class="row"><span>${t.contribute}</span><bdi class="ghost" part="price">${shown.price?.formatted}</bdi></b>
    </label>
    <p class="ghost soft" id="buys">
      ${fill(t.buys, { mass: mass(shown.grams, 100) })}${
        project && [
          ': ',
          link(`${project.name}, ${project.registry} ${project.project_id}`, project.public_url),
        ]
      }
    </p>
    <p class="ghost note" id="honest">${t.honest}</p>
    <p part="message" role="status">${notice}</p>
    ${option && paying?.render(view)}
    <p class="ghost note">${t.skip} ${t.unaffected}</p>
  </div>`;
}
