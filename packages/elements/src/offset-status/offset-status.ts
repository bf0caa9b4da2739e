import type { CheckoutStatus } from '@flight-offset/core';
import { initialState, Task, TaskStatus } from '@lit/task';
import {
  type CSSResult,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from 'lit';
import { askStatus } from '../backend/status.ts';
import { Texts } from '../controllers/texts.ts';
import { fire } from '../events/events.ts';
import { link } from '../figure/link.ts';
import { formatMass } from '../format/mass.ts';
import { fill } from '../messages/fill.ts';
import { statusEn } from '../messages/status/en.ts';
import type { StatusMessages } from '../messages/status/status-messages.ts';
import { statusTexts } from '../messages/status/status-texts.ts';
import { cardStyles } from '../styles/card.styles.ts';

/** What is known of the order: `waiting` when it is not settled after two minutes, `unknown` when it cannot be asked. */
export type StatusState = 'idle' | 'pending' | 'completed' | 'failed' | 'waiting' | 'unknown';

/**
 * Says, on the page of return, whether the contribution was paid. It believes the merchant's backend only, never
 * the address of the page.
 */
export class OffsetStatus extends LitElement {
  static override styles: CSSResult = cardStyles;
  static override properties: PropertyDeclarations = {
    endpoint: {},
    orderId: { attribute: 'order-id' },
    locale: {},
    messages: { attribute: false },
  };

  /** Where the merchant's handler is mounted, such as `/offset`. */
  declare endpoint: string | undefined;
  /** The order to ask for. */
  declare orderId: string | undefined;
  /** BCP 47 tag; without it the nearest `lang` of the page counts. */
  declare locale: string | undefined;
  /** Texts of your own in place of the built-in ones. */
  declare messages: Partial<StatusMessages> | undefined;

  readonly #internals: ElementInternals = this.attachInternals();
  readonly #texts: Texts<StatusMessages> = new Texts(this, statusEn, statusTexts);
  readonly #task: Task<readonly [string | undefined, string | undefined], CheckoutStatus> = new Task(this, {
    args: () => [this.endpoint, this.orderId] as const,
    task: async ([endpoint, orderId], { signal }) => {
      if (!endpoint || !orderId) return initialState;
      const status = await askStatus(endpoint, orderId, signal);
      await this.#texts.ready;
      return status;
    },
    onComplete: (status) => fire(this, 'offset-status', { status }),
    onError: (cause) => {
      if (!this.isConnected) return;
      const error = cause as Error & { code?: string };
      fire(this, 'offset-error', { error, code: error.code ?? 'internal' });
    },
  });

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

  protected override updated(): void {
    this.#internals.states.clear();
    this.#internals.states.add(this.state);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this;
    const { all: t, locale, dir } = this.#texts;
    const { grams, project } = this.#task.value ?? {};
    if (state === 'idle') return nothing;
    return html`<div class="card" part="card" lang=${locale} dir=${dir}>
      <div role="status" aria-busy=${state === 'pending'}>
        <b part="message">${t[state]}</b>
        ${
          state === 'completed'
            ? html`${
                grams
                  ? html`<p>${fill(t.retired, { mass: formatMass(grams, locale, t.tonnes, 3) })}${
                      project
                        ? [
                            ': ',
                            link(
                              `${project.name}, ${project.registry} ${project.project_id}`,
                              project.public_url,
                            ),
                          ]
                        : ''
                    }.</p>`
                  : ''
              }
              <p class="small soft">${t.honest}</p>`
            : html`<p class="soft">${t.unaffected}</p>`
        }
        ${
          state === 'waiting' || state === 'unknown'
            ? html`<button part="button" @click=${this.retry}><span>${t.again}</span></button>`
            : ''
        }
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'offset-status': OffsetStatus;
  }
}
