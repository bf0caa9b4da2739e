import type { CheckoutStatus } from '@flight-offset/core';
import { initialState, Task, TaskStatus } from '@lit/task';
import { type CSSResult, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { pollStatus } from '../backend/poll-status.ts';
import { fire, fireError } from '../events/events.ts';
import { statusEn } from '../messages/status/en.ts';
import type { StatusMessages } from '../messages/status/status-messages.ts';
import { OffsetElement } from '../offset-element.ts';
import { cardStyles } from '../styles/card.styles.ts';
import { headline, outcome } from './outcome.ts';

/** Status of the order: `waiting` if it is still pending after two minutes, `unknown` if the request failed. */
export type StatusState = 'idle' | 'pending' | 'completed' | 'failed' | 'waiting' | 'unknown';

/**
 * Shows, on the return page, whether the contribution was paid. It trusts the merchant's backend only, never
 * the URL of the page.
 *
 * @summary Whether a contribution was paid.
 * @tag offset-status
 *
 * @fires {OffsetEvent} offset-status - The status is final, or still pending after two minutes: `status`.
 * @fires {OffsetEvent} offset-error - A request failed or input is invalid: `error` and `code`.
 *
 * @csspart card - The card.
 * @csspart message - What is known.
 * @csspart button - Checks again.
 *
 * @cssproperty --offset-text - Text colour; inherits the page's by default. A light colour makes a dark card.
 * @cssproperty --offset-text-muted - Colour of secondary text.
 * @cssproperty --offset-border - Colour of borders.
 * @cssproperty --offset-surface - Background of the card.
 * @cssproperty --offset-accent - Accent colour of button, marks and focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Border radius of the card; 14px by default.
 * @cssproperty --offset-font - Font family; inherits the page's by default.
 *
 * @cssstate idle - No order is named.
 * @cssstate pending - The payment is not settled yet.
 * @cssstate completed - Paid.
 * @cssstate failed - Refused, cancelled or expired.
 * @cssstate waiting - Not settled after two minutes.
 * @cssstate unknown - The request failed.
 */
export class OffsetStatus extends OffsetElement<StatusMessages> {
  static override styles: CSSResult = cardStyles;
  static override properties: PropertyDeclarations = { orderId: { attribute: 'order-id' } };

  /** Identifier of the order. */
  declare orderId: string | undefined;

  /** Whether checking again cannot help. */
  #isPermanent = false;
  readonly #task: Task<readonly [string | undefined, string | undefined], CheckoutStatus> = new Task(this, {
    args: () => [this.endpoint, this.orderId] as const,
    task: async ([endpoint, orderId], { signal }) => {
      if (!endpoint || !orderId) return initialState;
      const status = await pollStatus(endpoint, orderId, signal);
      await this.ready;
      return status;
    },
    onComplete: (status) => fire(this, 'offset-status', { status }),
    onError: (cause) => {
      if (this.isConnected) this.#isPermanent = fireError(this, cause);
    },
  });

  protected readonly english: StatusMessages = statusEn;
  protected readonly set = 'status';

  /** Status of the order, as far as it is known. */
  get state(): StatusState {
    const { status, value } = this.#task;
    if (!this.endpoint || !this.orderId) return 'idle';
    if (status === TaskStatus.ERROR) return 'unknown';
    if (status !== TaskStatus.COMPLETE) return 'pending';
    return value!.status === 'pending' ? 'waiting' : value!.status;
  }

  /** Checks again, for another two minutes. */
  retry(): Promise<void> {
    return this.#task.run();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { status } = this.#task;
    // Removing the element ended the polling, which may not have noticed yet.
    if (status === TaskStatus.PENDING || status === TaskStatus.ERROR) this.retry();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#task.abort();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, t, tag } = this;
    if (state === 'idle') return nothing;
    const order = state === 'completed' ? this.#task.value : undefined;
    return this.card(
      html`<div role="status" aria-busy=${state === 'pending'}><div>
        <b part="message" .textContent=${order ? headline(order, t) : t[state]}></b>
        ${outcome(order ?? {}, t, tag)}
        ${
          state === 'waiting' || (state === 'unknown' && !this.#isPermanent)
            ? html`<button part="button" @click=${this.tryAgain}>${t.checkAgain}</button>`
            : ''
        }
      </div></div>`,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'offset-status': OffsetStatus;
  }
}
