import { html, type TemplateResult } from 'lit';

/**
 * A link in a tab of its own, so that a booking is never lost; plain text where the address is not http(s), so
 * that no response can smuggle in a script.
 */
export function link(text: string, address: string | undefined): TemplateResult {
  const name = html`<bdi>${text}</bdi>`;
  return /^https?:/i.test(`${address}`) ? html`<a href=${address} target="_blank">${name}</a>` : name;
}
