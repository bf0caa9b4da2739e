import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import type { Tone } from '../../parts/badge.ts';
import { timelineList } from '../../parts/timeline.ts';
import type { OrderDetail } from '../../service/order.ts';
import { isAccepted } from '../../service/webhook.ts';

/** Something that happened to an order. */
interface TimelineEvent {
  readonly at: number;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly tone: Tone;
}

type Events = TimelineEvent[];

function orderEvents(order: OrderDetail): Events {
  const { createdAt, settledAt, status, settlement, amount, grams, expiresAt } = order;
  const priced = `${formatMoney(amount)} for ${formatMass(grams)} CO₂e`;
  const events: Events = [{ at: createdAt, title: 'Order created', detail: priced, tone: 'done' }];
  if (settledAt === undefined) return events;
  if (status === 'completed') {
    const by =
      settlement === 'merchant'
        ? 'Collected by the merchant with the booking'
        : 'Collected from the traveller';
    events.push({ at: settledAt, title: 'Paid', detail: by, tone: 'done' });
  } else {
    const title = settledAt >= expiresAt ? 'Expired without a payment' : 'Failed or cancelled';
    events.push({ at: settledAt, title, tone: 'bad' });
  }
  return events;
}

function paymentEvents({ payments }: OrderDetail): Events {
  return payments.flatMap(({ createdAt, updatedAt, state, provider, fault }): Events => {
    const started = { at: createdAt, title: `Payment started at ${provider}`, tone: 'plain' } as const;
    if (state !== 'failed') return [{ ...started, detail: fault }];
    return [started, { at: updatedAt, title: `Payment failed at ${provider}`, detail: fault, tone: 'bad' }];
  });
}

function creditEvents({ allocations, product }: OrderDetail): Events {
  const units = product === 'aviation_fuel' ? 'Certificates' : 'Credits';
  return allocations.flatMap(({ project, lot, grams, allocatedAt, retiredAt, batch }): Events => {
    if (allocatedAt === undefined) return [];
    const mass = `${formatMass(grams)} of ${project}`;
    const events: Events = [
      { at: allocatedAt, title: `${units} allocated`, detail: `${mass}, lot ${lot}`, tone: 'done' },
    ];
    if (retiredAt !== undefined)
      events.push({
        at: retiredAt,
        title: `${units} retired`,
        detail: `${mass}, batch ${batch ?? ''}`,
        tone: 'done',
      });
    return events;
  });
}

function refundEvents({ refunds, settlement }: OrderDetail): Events {
  return refunds.flatMap((refund): Events => {
    const { createdAt, settledAt, state, amount, reason, fault, cause, reference } = refund;
    const money = formatMoney(amount);
    // The provider's reference leads people to the payment there, and a bank to the money.
    const detailOf = (text: string | undefined): string => [reference, text].filter(Boolean).join(', ');
    const opened: TimelineEvent = {
      at: createdAt,
      title: cause === 'dispute' ? `Dispute of ${money} opened` : `Refund of ${money} recorded`,
      detail: detailOf(reason),
      tone: state === 'pending' ? 'wait' : 'plain',
    };
    if (settledAt === undefined) return [{ ...opened, detail: detailOf(fault ?? reason) }];
    return [opened, { at: settledAt, ...endOf(refund, settlement) }];
  });
}

/** The end of a refund or dispute. */
function endOf(
  { state, amount, fault, cause, paidReference }: OrderDetail['refunds'][number],
  settlement: OrderDetail['settlement'],
): Omit<TimelineEvent, 'at'> {
  const isPaid = state === 'completed';
  // A dispute that returns no money is won.
  const [title, isGood] =
    cause === 'dispute'
      ? [`Dispute ${isPaid ? 'lost' : 'won'}`, !isPaid]
      : [`Refund ${isPaid ? 'completed' : 'failed'}`, isPaid];
  const paid = paidReference === undefined ? undefined : `paid another way: ${paidReference}`;
  const isOwedLess = settlement === 'merchant' && isPaid;
  const why = isOwedLess ? "taken off the merchant's next statement" : (fault ?? paid);
  return {
    title,
    detail: [formatMoney(amount), why].filter(Boolean).join(', '),
    tone: isGood ? 'done' : 'bad',
  };
}

function webhookEvents({ webhooks }: OrderDetail): Events {
  return webhooks.flatMap(
    ({ type, createdAt, attempts, state }): Events => [
      ...(attempts.length === 0 && state === 'pending'
        ? [{ at: createdAt, title: `Webhook ${type} queued`, tone: 'wait' } as const]
        : []),
      ...attempts.map((one): TimelineEvent => {
        const { attempt, at, status, outcome, durationMs } = one;
        const accepted = isAccepted(one);
        return {
          at,
          title: `Webhook ${type} ${accepted ? 'delivered' : 'not accepted'}`,
          detail: `Attempt ${attempt}: ${status ?? outcome}, ${durationMs} ms`,
          tone: accepted ? 'done' : 'bad',
        };
      }),
    ],
  );
}

/** Collects the events of an order, oldest first. */
function eventsOf(order: OrderDetail): readonly TimelineEvent[] {
  const sources = [orderEvents, paymentEvents, creditEvents, webhookEvents, refundEvents];
  return sources.flatMap((source) => source(order)).toSorted((a, b) => a.at - b.at);
}

/** The events as a list. */
export function timeline(order: OrderDetail): Content {
  return timelineList(
    eventsOf(order).map(({ at, title, detail, tone }) => ({
      title,
      tone,
      detail: html`${time(at, true)}${detail ? html` · ${detail}` : ''}`,
    })),
  );
}
