import type { CheckoutStatus } from '@flight-offset/core';
import { initialState, Task, TaskStatus } from '@lit/task';
import { type CSSResult, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { isDeveloperError } from '../backend/developer-error.ts';
import { askStatus } from '../backend/status.ts';
import { fire, fireError } from '../events/events.ts';
import { link } from '../figure/link.ts';
import { formatMass } from '../format/mass.ts';
import { fill } from '../messages/fill.ts';
import { statusEn } from '../messages/status/en.ts';
import type { StatusMessages } from '../messages/status/status-messages.ts';
import { OffsetElement } from '../offset-element.ts';
import { cardStyles } from '../styles/card.styles.ts';

/** What is known of the order: `waiting` when it is not settled after two minutes, `unknown` when it cannot be asked. */
export type StatusState = 'idle' | 'pending' | 'completed' | 'failed' | 'waiting' | 'unknown';

/**
 * Says, on the page of return, whether the contribution was paid. It believes the merchant's backend only, never
 * the address of the page.
 *
 * @summary Whether a contribution was paid.
 * @tag offset-status
 *
 * @fires {OffsetEvent} offset-status - The state is known, or still pending after two minutes; `status` is the answer.
 * @fires {OffsetEvent} offset-error - Something did not work; `error` and `code` say what.
 *
 * @csspart card - The whole.
 * @csspart message - What is known.
 * @csspart button - Asks again.
 *
 * @cssproperty --offset-ink - Text colour; the page's own when not given. Lighter ink makes a dark card.
 * @cssproperty --offset-soft - Colour of quiet text.
 * @cssproperty --offset-line - Colour of hairlines.
 * @cssproperty --offset-paper - Ground of the card.
 * @cssproperty --offset-accent - The one accent: button, marks, focus. Its text is black or white by its lightness.
 * @cssproperty --offset-radius - Radius of the card, 14px when not given.
 * @cssproperty --offset-font - Font family; the page's own when not given.
 *
 * @cssstate idle - No order is named.
 * @cssstate pending - The payment is not settled yet.
 * @cssstate completed - Paid.
 * @cssstate failed - Refused, cancelled or expired.
 * @cssstate waiting - Not settled after two minutes.
 * @cssstate unknown - The state cannot be learnt now.
 */
export class OffsetStatus extends OffsetElement<StatusMessages> {
  static override styles: CSSResult = cardStyles;
  static override properties: PropertyDeclarations = { orderId: { attribute: 'order-id' } };

  /** The order to ask for. */
  declare orderId: string | undefined;

  readonly #task: Task<readonly [string | undefined, string | undefined], CheckoutStatus> = new Task(this, {
    args: () => [this.endpoint, this.orderId] as const,
    task: async ([endpoint, orderId], { signal }) => {
      if (!endpoint || !orderId) return initialState;
      const status = await askStatus(endpoint, orderId, signal);
      await this.ready;
      return status;
    },
    onComplete: (status) => fire(this, 'offset-status', { status }),
    onError: (cause) => {
      if (this.isConnected) fireError(this, cause);
    },
  });

  constructor() {
    super(statusEn, 'status');
  }

  /** What is known of the order. */
  get state(): StatusState {
    const { status, value } = this.#task;
    if (!this.endpoint || !this.orderId) return 'idle';
    if (status === TaskStatus.ERROR) return 'unknown';
    if (status !== TaskStatus.COMPLETE) return 'pending';
    return value!.status === 'pending' ? 'waiting' : value!.status;
  }

  /** Asks again, for two more minutes. */
  retry(): Promise<void> {
    return this.#task.run();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#task.status === TaskStatus.ERROR) this.retry();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#task.abort();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, t, tag } = this;
    const { grams, project } = this.#task.value ?? {};
    if (state === 'idle') return nothing;
    return this.card(
      html`<div role="status" aria-busy=${state === 'pending'}>
        <b part="message">${t[state]}</b>
        ${
          state === 'completed'
            ? html`<p>${grams ? fill(t.retired, { mass: formatMass(grams, tag, t.tonnes, 100) }) : ''}${
                project
                  ? [
                      ': ',
                      link(`${project.name}, ${project.registry} ${project.project_id}`, project.public_url),
                    ]
                  : ''
              }</p>
                <p class="note">${t.honest}</p>`
            : html`<p class="soft">${t.unaffected}</p>`
        }
        ${
          state === 'waiting' || (state === 'unknown' && !isDeveloperError(this.#task.error))
            ? html`<button part="button" @click=${this.retry}><span>${t.again}</span></button>`
            : ''
        }
      </div>`,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'offset-status': OffsetStatus;
  }
}
