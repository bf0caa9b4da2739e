import { ok, type ProviderReply } from './provider-api.ts';
import type { BookedRefund, BookedSession, Books, Objects } from './provider-books.ts';

/** Parameters of the API besides the books. */
export interface ProviderApiOptions {
  readonly books: Books;
  /** Returns the URL at which a session is paid. */
  readonly urlOf: (session: BookedSession) => string;
  /** Returns the state of a new refund. */
  readonly newRefundState: () => BookedRefund['state'];
}

/** A provider's format for everything that is not an object of its books. */
export interface Style {
  /** Beginnings of identifiers. */
  readonly sessionPrefix: string;
  readonly refundPrefix: string;
  /** Reason why a session cannot be closed. */
  readonly notOpen: string;
  /** Reason why an amount cannot be refunded. */
  readonly tooMuch: string;
  /** Creates a refusal. @param code the provider's reason; Razorpay has one code for all. */
  refused(code: string, field?: string): ProviderReply;
  missing(): ProviderReply;
  /** Creates a page of a list, the newest first. */
  list<T>(all: readonly T[], show: (one: T) => object, lookup: Lookup): ProviderReply;
}

/** The parts of a request, such as `POST /v1/refunds/re_1/cancel?x=1`. */
export interface Lookup {
  readonly kind: string;
  readonly name: string;
  readonly action: string;
  readonly query: URLSearchParams;
}

/** Reads the parts of a path. @param kinds its kind, name and action as groups. */
export function readPath(path: string, kinds: RegExp): Lookup {
  const { pathname, searchParams: query } = new URL(path, 'http://provider');
  const [, kind = '', name = '', action = ''] = kinds.exec(pathname) ?? [];
  return { kind, name: decodeURIComponent(name), action, query };
}

/** Creates the operations on the books that both providers have. */
export function createDesk(
  { books, urlOf, newRefundState }: ProviderApiOptions,
  objects: Objects,
  style: Style,
) {
  const show = (session: BookedSession): object => objects.session(session, urlOf(session));
  const moneyOf = (payment: string) => {
    const session = [...books.sessions.values()].find((one) => one.payment === payment);
    return session?.received ?? session?.due;
  };
  let count = 0;
  return {
    moneyOf,
    open(wanted: Pick<BookedSession, 'paymentId' | 'orderId' | 'due'>): ProviderReply {
      const id = `${style.sessionPrefix}_${books.sessions.size + 1}`;
      const session: BookedSession = {
        ...wanted,
        id,
        state: 'open',
        payment: undefined,
        received: undefined,
      };
      books.sessions.set(id, session);
      return ok(show(session));
    },
    session(id: string): ProviderReply {
      const session = books.sessions.get(id);
      return session ? ok(show(session)) : style.missing();
    },
    sessionsOf(payment: string | null, lookup: Lookup): ProviderReply {
      const isComplete = lookup.query.get('status') === 'complete';
      return style.list(
        [...books.sessions.values()].filter(
          (one) =>
            (payment === null || one.payment === payment || one.returned === payment) &&
            !(isComplete && (one.state === 'open' || one.state === 'closed')),
        ),
        (session) => objects.listed(session, urlOf(session)),
        lookup,
      );
    },
    close(id: string): ProviderReply {
      const session = books.sessions.get(id);
      if (!session) return style.missing();
      if (session.state !== 'open') return style.refused(style.notOpen);
      session.state = 'closed';
      return ok(show(session));
    },
    refund(payment: string, amount: number, refundId: string | undefined): ProviderReply {
      const money = moneyOf(payment);
      if (!money) return style.missing();
      // Money that the payer's bank claims cannot be refunded either.
      const returned = [...books.refunds.values()]
        .filter((one) => one.payment === payment && one.state !== 'failed')
        .reduce((sum, one) => sum + (one.deducted ?? one.money.amount_minor), 0);
      if (returned + amount > money.amount_minor) return style.refused(style.tooMuch);
      count += 1;
      const made: BookedRefund = {
        id: `${style.refundPrefix}_${count}`,
        kind: 'refund',
        payment,
        money: { ...money, amount_minor: amount },
        refundId,
        madeAt: Date.now(),
        state: newRefundState(),
      };
      books.refunds.set(made.id, made);
      return ok(objects.refund(made));
    },
    refunds(kind: BookedRefund['kind'], payment: string | null, lookup: Lookup): ProviderReply {
      const { name, query } = lookup;
      const since = Number(query.get('created[gte]') ?? query.get('from') ?? 0) * 1000;
      const all = [...books.refunds.values()].filter((one) => one.kind === kind);
      if (payment !== null || name === '')
        return style.list(
          all.filter(
            (one) => (one.madeAt ?? since) >= since && (payment === null || one.payment === payment),
          ),
          (one) => objects[kind](one),
          lookup,
        );
      const one = all.find(({ id }) => id === name);
      return one ? ok(objects[kind](one)) : style.missing();
    },
    captured(lookup: Lookup): ProviderReply {
      const paid = [...books.sessions.values()].filter(({ state }) => state === 'paid');
      return style.list(paid, ({ payment }) => ({ id: payment, status: 'captured' }), lookup);
    },
  };
}
