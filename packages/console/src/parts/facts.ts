import { type Content, html } from '../http/html.ts';

/** A list of names with values; entries without a value are left out. */
export function facts(entries: readonly (readonly [name: string, value: Content | undefined])[]): Content {
  const rows = entries
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return html`<dl class="facts">${rows}</dl>`;
}
