import { type Content, html } from '../http/html.ts';

/**
 * Renders an e-mail address. If it is too long for its line, it breaks before the @, and only its parts break anywhere.
 */
export function emailText(address: string): Content {
  const at = address.lastIndexOf('@');
  return at === -1 ? address : html`${address.slice(0, at)}<wbr>${address.slice(at)}`;
}
