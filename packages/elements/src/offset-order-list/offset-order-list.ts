import type { Order, OrderList, OrderListInput, OrderState } from '@flight-offset/core';
import { initialState, Task, TaskStatus } from '@lit/task';
import { type CSSResult, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { fetchOrders } from '../backend/fetch-back-office.ts';
import { fire, fireError } from '../events/events.ts';
import { formatMoney } from '../format/money.ts';
import type { BackOfficeMessages } from '../messages/back-office/back-office-messages.ts';
import { backOfficeEn } from '../messages/back-office/en.ts';
import { fill } from '../messages/fill.ts';
import { OffsetElement } from '../offset-element.ts';
import { backOfficeStyles } from '../styles/back-office.styles.ts';
import { cardStyles } from '../styles/card.styles.ts';
import { filters } from './filters.ts';
import { orderTable } from './order-table.ts';

/** State of the list: `idle` without `endpoint`; `ready` also while the next page is loading. */
export type ListState = 'idle' | 'loading' | 'ready' | 'failed';

/**
 * A merchant's orders: filters, totals over all that match, and pages. For a back office, not for travellers: the
 * backend must authenticate the request.
 *
 * @summary A merchant's orders with filters, totals and pages.
 * @tag offset-order-list
 *
 * @fires {OffsetEvent} offset-order-select - An order was picked, with `selectable`: `order`.
 * @fires {OffsetEvent} offset-error - A request failed or input is invalid: `error` and `code`.
 *
 * @csspart card - The card.
 * @csspart filters - The list's filters.
 * @csspart totals - Totals over all orders that match.
 * @csspart table - One page of orders.
 * @csspart order - One order.
 * @csspart select - Picks an order, with `selectable`.
 * @csspart pages - The page number, or that nothing matches, and the page buttons.
 * @csspart button - Turns pages, or tries again.
 * @csspart message - That nothing matches, or what went wrong.
 *
 * @cssproperty --offset-text - Text colour; inherits the page's by default. A light colour makes a dark card.
 * @cssproperty --offset-text-muted - Colour of secondary text.
 * @cssproperty --offset-border - Colour of borders.
 * @cssproperty --offset-surface - Background of the card.
 * @cssproperty --offset-accent - Accent colour of button, marks and focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Border radius of the card; 14px by default.
 * @cssproperty --offset-font - Font family; inherits the page's by default.
 *
 * @cssstate idle - No backend is named.
 * @cssstate loading - The first page is loading.
 * @cssstate ready - A page is shown.
 * @cssstate failed - The request failed.
 */
export class OffsetOrderList extends OffsetElement<BackOfficeMessages> {
  static override styles: CSSResult[] = [cardStyles, backOfficeStyles];
  static override properties: PropertyDeclarations = {
    email: {},
    taxId: { attribute: 'tax-id' },
    status: {},
    sort: {},
    limit: { type: Number },
    page: { type: Number },
    selectable: { type: Boolean },
  };

  /** Filters by email address of the user. */
  declare email: string | undefined;
  /** Only orders of the user with this tax id. */
  declare taxId: string | undefined;
  /** Only orders with this status: `pending`, `completed` or `failed`. */
  declare status: OrderState | undefined;
  /** By creation: `desc` (default, newest first) or `asc`. */
  declare sort: 'asc' | 'desc' | undefined;
  /** Orders per page, 1 to 100; default 20. */
  declare limit: number | undefined;
  /** Number of the page, from 1. */
  declare page: number | undefined;
  /** Whether orders can be picked: each identifier is then a button that fires `offset-order-select`. */
  declare selectable: boolean | undefined;

  readonly #task: Task<readonly [string | undefined, string], OrderList> = new Task(this, {
    args: () => [this.endpoint, JSON.stringify(this.#query)] as const,
    task: async ([endpoint, query], { signal }) => {
      if (!endpoint) return initialState;
      const list = await fetchOrders(endpoint, JSON.parse(query), signal);
      await this.ready;
      return list;
    },
    onError: (cause) => fireError(this, cause),
  });

  protected readonly english: BackOfficeMessages = backOfficeEn;
  protected readonly set = 'back-office';

  get #query(): OrderListInput {
    const { email, taxId: tax_id, status, sort, limit, page } = this;
    return { email, tax_id, status, sort, limit, page } as OrderListInput;
  }

  /** State of the list. */
  get state(): ListState {
    const { status, value } = this.#task;
    if (!this.endpoint) return 'idle';
    if (status === TaskStatus.ERROR) return 'failed';
    // A page stays visible until the next one is loaded.
    return value ? 'ready' : 'loading';
  }

  /** Sends the request again. */
  retry(): Promise<void> {
    return this.#task.run();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, t, tag } = this;
    const list = this.#task.value;
    if (state === 'idle') return nothing;
    return this.card([
      filters(t, this, (changed) => Object.assign(this, { page: 1 }, changed)),
      state === 'failed'
        ? html`<div role="alert"><p part="message">${t.failed}</p>
              <button part="button" @click=${this.tryAgain}>${t.retry}</button></div>`
        : list
          ? [
              this.#totals(list),
              orderTable(t, tag, list.orders, this.selectable ? this.#select : undefined),
              this.#pages(list),
            ]
          : html`<div role="status"><p part="message">${t.loading}</p></div>`,
    ]);
  }

  readonly #select = (order: Order): void => {
    fire(this, 'offset-order-select', { order });
  };

  #totals({ overview }: OrderList): TemplateResult {
    const { t, tag } = this;
    const { total_orders, total_users, total_amount_paid } = overview ?? {};
    const total = (name: string, value: string | undefined) =>
      html`<div><dt>${name}</dt><dd .textContent=${value ?? '–'}></dd></div>`;
    return html`<dl class="totals" part="totals">
      ${total(t.totalOrders, total_orders?.toLocaleString(tag))}
      ${total(t.totalUsers, total_users?.toLocaleString(tag))}
      ${total(t.totalPaid, total_amount_paid === undefined ? undefined : formatMoney(total_amount_paid, tag))}
    </dl>`;
  }

  #pages({ metadata, orders }: OrderList): TemplateResult {
    const { t, tag } = this;
    const { current_page: page = this.page ?? 1, total_records = 0, limit = 20 } = metadata ?? {};
    const pages = Math.max(1, Math.ceil(total_records / limit));
    const go = (name: string, to: number) => {
      const isNone = to < 1 || to > pages;
      // `disabled` would take the focus from a button whose press led to the first or last page.
      return html`<button part="button" aria-disabled=${isNone} @click=${() => {
        if (!isNone) this.page = to;
      }}>${name}</button>`;
    };
    const isTurning = this.#task.status === TaskStatus.PENDING;
    // In one live region: a list that becomes empty is announced like a new page, and so are other orders with the same
    // page number.
    return html`<div class="pages" part="pages">
      <div role="status"><p part=${orders[0] ? nothing : 'message'} .textContent=${
        isTurning
          ? t.loading
          : orders[0]
            ? fill(t.page, { page: page.toLocaleString(tag), pages: pages.toLocaleString(tag) }).join('')
            : t.empty
      }></p></div>
      <div>${go(t.previous, page - 1)} ${go(t.next, page + 1)}</div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'offset-order-list': OffsetOrderList;
  }
}
