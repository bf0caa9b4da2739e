import type { OrderList, OrderListInput, OrderState } from '@flight-offset/core';
import { initialState, Task, TaskStatus } from '@lit/task';
import { type CSSResult, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { askOrders } from '../backend/back-office.ts';
import { fireError } from '../events/events.ts';
import { formatRupees } from '../format/rupees.ts';
import { fill } from '../messages/fill.ts';
import { officeEn } from '../messages/office/en.ts';
import type { OfficeMessages } from '../messages/office/office-messages.ts';
import { OffsetElement } from '../offset-element.ts';
import { cardStyles } from '../styles/card.styles.ts';
import { officeStyles } from '../styles/office.styles.ts';
import { filters } from './filters.ts';
import { orderTable } from './order-table.ts';

/** What the list is doing. */
export type ListState = 'idle' | 'loading' | 'ready' | 'failed';

/**
 * A merchant's orders: filters, totals over all that match, and pages. For a back office, not for travellers: the
 * backend must know who asks.
 *
 * @summary A merchant's orders with filters, totals and pages.
 * @tag offset-order-list
 *
 * @fires {OffsetEvent} offset-error - Something did not work; `error` and `code` say what.
 *
 * @csspart card - The whole.
 * @csspart filters - What narrows the list.
 * @csspart totals - Totals over all orders that match.
 * @csspart table - One page of orders.
 * @csspart order - One order.
 * @csspart pages - Which page, and the ways to its neighbours.
 * @csspart button - Turns pages, or tries again.
 * @csspart message - That nothing matches, or what went wrong.
 *
 * @cssproperty --offset-ink - Text colour; the page's own when not given. Lighter ink makes a dark card.
 * @cssproperty --offset-soft - Colour of quiet text.
 * @cssproperty --offset-line - Colour of hairlines.
 * @cssproperty --offset-paper - Ground of the card.
 * @cssproperty --offset-accent - The one accent: button, marks, focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Radius of the card, 14px when not given.
 * @cssproperty --offset-font - Font family; the page's own when not given.
 *
 * @cssstate idle - No backend is named.
 * @cssstate loading - The first page is on its way.
 * @cssstate ready - A page is shown.
 * @cssstate failed - The answer did not arrive.
 */
export class OffsetOrderList extends OffsetElement<OfficeMessages> {
  static override styles: CSSResult[] = [cardStyles, officeStyles];
  static override properties: PropertyDeclarations = {
    email: {},
    taxId: { attribute: 'tax-id' },
    status: {},
    sort: {},
    limit: { type: Number },
    page: { type: Number },
  };

  /** Only orders of the user with this e-mail address. */
  declare email: string | undefined;
  /** Only orders of the user with this tax id. */
  declare taxId: string | undefined;
  /** Only orders with this status: `pending`, `completed` or `failed`. */
  declare status: OrderState | undefined;
  /** By creation: `desc` (default, newest first) or `asc`. */
  declare sort: 'asc' | 'desc' | undefined;
  /** Orders a page, 1 to 100; 20 when not given. */
  declare limit: number | undefined;
  /** Number of the page, from 1. */
  declare page: number | undefined;

  readonly #task: Task<readonly [string | undefined, string], OrderList> = new Task(this, {
    args: () => [this.endpoint, JSON.stringify(this.#query)] as const,
    task: async ([endpoint, query], { signal }) => {
      if (!endpoint) return initialState;
      const list = await askOrders(endpoint, JSON.parse(query), signal);
      await this.ready;
      return list;
    },
    onError: (cause) => fireError(this, cause),
  });

  constructor() {
    super(officeEn, 'office');
  }

  get #query(): OrderListInput {
    const { email, taxId: tax_id, status, sort, limit, page } = this;
    return { email, tax_id, status, sort, limit, page } as OrderListInput;
  }

  /** What the list is doing. */
  get state(): ListState {
    const { status, value } = this.#task;
    if (!this.endpoint) return 'idle';
    if (status === TaskStatus.ERROR) return 'failed';
    // A page that is replaced stays on show until the next one is here.
    return value ? 'ready' : 'loading';
  }

  /** Asks again. */
  retry(): Promise<void> {
    return this.#task.run();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, t, tag } = this;
    const list = this.#task.value;
    if (state === 'idle') return nothing;
    return this.card(
      [
        filters(t, this, (changed) => Object.assign(this, { page: 1 }, changed)),
        state === 'failed'
          ? html`<div role="alert"><p part="message">${t.failed}</p>
              <button part="button" @click=${this.retry}><span>${t.retry}</span></button></div>`
          : list
            ? [this.#totals(list), orderTable(t, tag, list.orders), this.#pages(list)]
            : html`<p role="status" part="message">${t.loading}</p>`,
      ].flat(),
    );
  }

  #totals({ overview }: OrderList): TemplateResult {
    const { t, tag } = this;
    const { total_orders, total_users, total_amount_paid } = overview ?? {};
    const total = (name: string, value: string | undefined) =>
      html`<div><dt>${name}</dt><dd>${value ?? '–'}</dd></div>`;
    return html`<dl class="totals" part="totals">
      ${total(t.totalOrders, total_orders?.toLocaleString(tag))}
      ${total(t.totalUsers, total_users?.toLocaleString(tag))}
      ${total(t.totalPaid, total_amount_paid === undefined ? undefined : formatRupees(total_amount_paid, tag))}
    </dl>`;
  }

  #pages({ metadata }: OrderList): TemplateResult {
    const { t, tag } = this;
    const { current_page: page = this.page ?? 1, total_records = 0, limit = 20 } = metadata ?? {};
    const pages = Math.max(1, Math.ceil(total_records / limit));
    const go = (name: string, to: number) =>
      html`<button part="button" ?disabled=${to < 1 || to > pages} @click=${() => {
        this.page = to;
      }}><span>${name}</span></button>`;
    return html`<div class="pages" part="pages">
      <span role="status">${fill(t.page, { page: page.toLocaleString(tag), pages: pages.toLocaleString(tag) })}</span>
      <div>${go(t.previous, page - 1)} ${go(t.next, page + 1)}</div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'offset-order-list': OffsetOrderList;
  }
}
