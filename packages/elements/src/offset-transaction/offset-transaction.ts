import type { Transaction } from '@flight-offset/core';
import { initialState, Task, TaskStatus } from '@lit/task';
import { type CSSResult, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { fetchTransaction } from '../backend/fetch-back-office.ts';
import type { BackendError } from '../backend/request.ts';
import { fireError } from '../events/events.ts';
import { formatMoney } from '../format/money.ts';
import { formatTime } from '../format/time.ts';
import type { BackOfficeMessages } from '../messages/back-office/back-office-messages.ts';
import { backOfficeEn } from '../messages/back-office/en.ts';
import { fill } from '../messages/fill.ts';
import { OffsetElement } from '../offset-element.ts';
import { backOfficeStyles } from '../styles/back-office.styles.ts';
import { cardStyles } from '../styles/card.styles.ts';

/** State of the transaction: `missing` if there is none with that identifier. */
export type TransactionState = 'idle' | 'loading' | 'ready' | 'missing' | 'failed';

/**
 * One settled purchase: the amount paid, and the credits allocated. For a back office, not for travellers.
 *
 * @summary One transaction: amount, carbon credits and time.
 * @tag offset-transaction
 *
 * @fires {OffsetEvent} offset-error - A request failed or input is invalid: `error` and `code`.
 *
 * @csspart card - The card.
 * @csspart facts - The transaction's details.
 * @csspart button - Tries again.
 * @csspart message - That it is missing, or what went wrong.
 *
 * @cssproperty --offset-text - Text colour; inherits the page's by default. A light colour makes a dark card.
 * @cssproperty --offset-text-muted - Colour of secondary text.
 * @cssproperty --offset-border - Colour of borders.
 * @cssproperty --offset-surface - Background of the card.
 * @cssproperty --offset-accent - Accent colour of button, marks and focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Border radius of the card; 14px by default.
 * @cssproperty --offset-font - Font family; inherits the page's by default.
 *
 * @cssstate idle - No transaction is named.
 * @cssstate loading - The transaction is loading.
 * @cssstate ready - The transaction is shown.
 * @cssstate missing - The backend does not know the transaction.
 * @cssstate failed - The request failed.
 */
export class OffsetTransaction extends OffsetElement<BackOfficeMessages> {
  static override styles: CSSResult[] = [cardStyles, backOfficeStyles];
  static override properties: PropertyDeclarations = { transactionId: { attribute: 'transaction-id' } };

  /** Identifier of the transaction. */
  declare transactionId: string | undefined;

  readonly #task: Task<readonly [string | undefined, string | undefined], Transaction> = new Task(this, {
    args: () => [this.endpoint, this.transactionId] as const,
    task: async ([endpoint, id], { signal }) => {
      if (!endpoint || !id) return initialState;
      const transaction = await fetchTransaction(endpoint, id, signal);
      await this.ready;
      return transaction;
    },
    onError: (cause) => fireError(this, cause),
  });

  protected readonly english: BackOfficeMessages = backOfficeEn;
  protected readonly set = 'back-office';

  /** State of the transaction. */
  get state(): TransactionState {
    const { status, error } = this.#task;
    if (!this.endpoint || !this.transactionId) return 'idle';
    if (status === TaskStatus.COMPLETE) return 'ready';
    if (status !== TaskStatus.ERROR) return 'loading';
    return (error as BackendError).code === 'not_found' ? 'missing' : 'failed';
  }

  /** Sends the request again. */
  retry(): Promise<void> {
    return this.#task.run();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, t } = this;
    if (state === 'idle') return nothing;
    if (state === 'ready') return this.card(this.#facts(this.#task.value!));
    const message = { loading: t.loading, missing: t.notFound, failed: t.failed }[state];
    return this.card(
      html`<div role="status"><p part="message" .textContent=${message}></p>
        ${state === 'failed' ? html`<button part="button" @click=${this.tryAgain}>${t.retry}</button>` : ''}
      </div>`,
    );
  }

  #facts({ id, amount, carbon_credits, aviation_fuel, timestamp }: Transaction): TemplateResult {
    const { t, tag } = this;
    const [name, tonnes] =
      aviation_fuel === undefined ? [t.credits, carbon_credits] : [t.fuelCertificates, aviation_fuel];
    const bought = tonnes?.toLocaleString(tag, { maximumFractionDigits: 6 });
    const fact = (name: string, value: unknown) =>
      html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`;
    return html`<dl part="facts">
      ${fact(t.transaction, html`<code><bdi>${id}</bdi></code>`)}
      ${fact(t.paid, html`<b><bdi>${amount === undefined ? '–' : formatMoney(amount, tag)}</bdi></b>`)}
      ${fact(name, bought === undefined ? '–' : fill(t.tonnes, { n: bought }))}
      ${fact(t.time, formatTime(timestamp, tag))}
    </dl>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'offset-transaction': OffsetTransaction;
  }
}
