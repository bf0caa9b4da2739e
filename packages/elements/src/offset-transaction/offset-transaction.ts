import type { Transaction } from '@flight-offset/core';
import { initialState, Task, TaskStatus } from '@lit/task';
import { type CSSResult, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { BackendError } from '../backend/ask.ts';
import { askTransaction } from '../backend/back-office.ts';
import { fireError } from '../events/events.ts';
import { formatRupees } from '../format/rupees.ts';
import { formatTime } from '../format/time.ts';
import { fill } from '../messages/fill.ts';
import { officeEn } from '../messages/office/en.ts';
import type { OfficeMessages } from '../messages/office/office-messages.ts';
import { OffsetElement } from '../offset-element.ts';
import { cardStyles } from '../styles/card.styles.ts';
import { officeStyles } from '../styles/office.styles.ts';

/** What is known of the transaction. */
export type TransactionState = 'idle' | 'loading' | 'ready' | 'missing' | 'failed';

/**
 * One settled purchase: what was paid and what was retired for it. For a back office, not for travellers.
 *
 * @summary One transaction: amount, carbon credits and time.
 * @tag offset-transaction
 *
 * @fires {OffsetEvent} offset-error - Something did not work; `error` and `code` say what.
 *
 * @csspart card - The whole.
 * @csspart facts - What is known of the transaction.
 * @csspart button - Tries again.
 * @csspart message - That it is not there, or what went wrong.
 *
 * @cssproperty --offset-ink - Text colour; the page's own when not given. Lighter ink makes a dark card.
 * @cssproperty --offset-soft - Colour of quiet text.
 * @cssproperty --offset-line - Colour of hairlines.
 * @cssproperty --offset-paper - Ground of the card.
 * @cssproperty --offset-accent - The one accent: button, marks, focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Radius of the card, 14px when not given.
 * @cssproperty --offset-font - Font family; the page's own when not given.
 *
 * @cssstate idle - No transaction is named.
 * @cssstate loading - It is on its way.
 * @cssstate ready - It is shown.
 * @cssstate missing - The backend does not know it.
 * @cssstate failed - The answer did not arrive.
 */
export class OffsetTransaction extends OffsetElement<OfficeMessages> {
  static override styles: CSSResult[] = [cardStyles, officeStyles];
  static override properties: PropertyDeclarations = { transactionId: { attribute: 'transaction-id' } };

  /** The transaction to show. */
  declare transactionId: string | undefined;

  readonly #task: Task<readonly [string | undefined, string | undefined], Transaction> = new Task(this, {
    args: () => [this.endpoint, this.transactionId] as const,
    task: async ([endpoint, id], { signal }) => {
      if (!endpoint || !id) return initialState;
      const transaction = await askTransaction(endpoint, id, signal);
      await this.ready;
      return transaction;
    },
    onError: (cause) => fireError(this, cause),
  });

  constructor() {
    super(officeEn, 'office');
  }

  /** What is known of the transaction. */
  get state(): TransactionState {
    const { status, error } = this.#task;
    if (!this.endpoint || !this.transactionId) return 'idle';
    if (status === TaskStatus.COMPLETE) return 'ready';
    if (status !== TaskStatus.ERROR) return 'loading';
    return (error as BackendError).code === 'not_found' ? 'missing' : 'failed';
  }

  /** Asks again. */
  retry(): Promise<void> {
    return this.#task.run();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, t } = this;
    if (state === 'idle') return nothing;
    if (state === 'ready') return this.card(this.#facts(this.#task.value!));
    const message = { loading: t.loading, missing: t.notFound, failed: t.failed }[state];
    return this.card(
      html`<div role="status"><p part="message">${message}</p>
        ${state === 'failed' ? html`<button part="button" @click=${this.retry}><span>${t.retry}</span></button>` : ''}
      </div>`,
    );
  }

  #facts({ id, amount, carbon_credits, timestamp }: Transaction): TemplateResult {
    const { t, tag } = this;
    const credits = carbon_credits?.toLocaleString(tag, { maximumFractionDigits: 6 });
    const fact = (name: string, value: unknown) =>
      html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`;
    return html`<dl part="facts">
      ${fact(t.transaction, html`<code><bdi>${id}</bdi></code>`)}
      ${fact(t.paid, html`<b><bdi>${amount === undefined ? '–' : formatRupees(amount, tag)}</bdi></b>`)}
      ${fact(t.credits, credits === undefined ? '–' : fill(t.tonnes, { n: credits }))}
      ${fact(t.time, formatTime(timestamp, tag))}
    </dl>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'offset-transaction': OffsetTransaction;
  }
}
