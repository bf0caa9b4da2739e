import { html, type TemplateResult } from 'lit';

/**
 * A link in a new tab, so that a booking is never lost; plain text if the URL is not http(s), so that no response can
 * inject a script.
 */
export function link(text: string, url?: string): TemplateResult {
  const name = html`<bdi .textContent=${text}></bdi>`;
  return /^https?:/i.test(url!) ? html`<a target="_blank" href=${url}>${name}</a>` : name;
}
