/** An order in place of the offer: loaded by pages that set `order`. */
import type { CheckoutStatus } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import { loadTexts } from '../messages/load-texts.ts';
import { statusEn } from '../messages/status/en.ts';
import type { StatusMessages } from '../messages/status/status-messages.ts';
import { headline, outcome } from '../offset-status/outcome.ts';

/** Draws an order in one language; a page's own messages take precedence. */
export type DrawOrder = (
  order: CheckoutStatus,
  own: Partial<Omit<StatusMessages, 'failed'>> | undefined,
) => TemplateResult;

/** Loads the messages of the language `tag`. */
export async function drawIn(tag: string): Promise<DrawOrder> {
  const texts = (await loadTexts<StatusMessages>('status', tag)) ?? statusEn;
  return (order, own) => {
    // The page's own `failed` is about the estimate.
    const t = { ...texts, ...own, failed: texts.failed };
    return html`<div part="order" role="status"><div><b .textContent=${headline(order, t)}></b>${outcome(order, t, tag)}</div></div>`;
  };
}
