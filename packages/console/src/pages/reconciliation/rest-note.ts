import { type Content, html } from '../../http/html.ts';
import { MAX_LISTED } from '../../service/reconciliation.ts';

/** Note below a list that may be cut: names the command that prints all of it. */
export function restNote(rows: readonly unknown[], command: string): Content {
  if (rows.length < MAX_LISTED) return '';
  return html`<p class="small soft">Only the first ${String(MAX_LISTED)} are shown. To see all of them: <code>flight-offset-gateway ${command}</code></p>`;
}
