import { type Content, html } from '../http/html.ts';

/** An input with its label. */
export interface Field {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'search' | 'date' | 'email' | 'number' | 'url';
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly required?: boolean;
  readonly grow?: boolean;
  /** Smallest value and step, of a number. */
  readonly min?: string;
  readonly step?: string;
  readonly maxLength?: number;
}

/** An input with its label and a line of help. */
export function field(options: Field): Content {
  const { label, name, type = 'text', value = '', hint, required, grow, min, step, maxLength } = options;
  const id = `field-${name}`;
  const described = hint ? html` aria-describedby="${id}-hint"` : '';
  const limits = html`${min === undefined ? '' : html` min="${min}"`}${step === undefined ? '' : html` step="${step}"`}${maxLength === undefined ? '' : html` maxlength="${maxLength}"`}`;
  return html`<div class="field${grow ? ' grow' : ''}"><label for="${id}">${label}</label><input id="${id}" name="${name}" type="${type}" value="${value}"${required ? html` required` : ''}${limits}${described}>${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''}</div>`;
}

/** A choice of one from a list. */
export function choice(
  label: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen = '',
): Content {
  const items = options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`,
  );
  return html`<div class="field"><label for="field-${name}">${label}</label><select id="field-${name}" name="${name}">${items}</select></div>`;
}
