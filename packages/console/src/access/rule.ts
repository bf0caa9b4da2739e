import { may, type Permission } from './permission.ts';
import type { Session } from './session.ts';

/** How long after a sign-in keys, refunds and people may be changed without another one, milliseconds. */
const RECENT_MS = 15 * 60 * 1000;

/** Who may use a route. */
export type Rule =
  /** Anyone who knows the URL: sign-in, its assets. */
  | { readonly for: 'anyone' }
  /**
   * Anyone who is signed in, whatever the role; `whoever`: its forms count for that person, even if written for
   * another.
   */
  | { readonly for: 'signed-in'; readonly whoever?: true }
  /** Staff of the merchant that the path names in `:merchant`, with a permission; operators of any merchant. */
  | { readonly for: 'merchant'; readonly permission: Permission; readonly recent?: true }
  /** Operators, with a permission. */
  | { readonly for: 'operator'; readonly permission: Permission; readonly recent?: true };

/** Whether only operators may use a route: no admin can permit it to staff of the merchant. */
export function isForOperators(rule: Rule): boolean {
  return rule.for === 'operator' || (rule.for === 'merchant' && !may('admin', rule.permission));
}

/** Decision of a rule. `not-found` if a response must not show which merchants exist. */
export type Decision = 'allow' | 'sign-in' | 'sign-in-again' | 'forbidden' | 'not-found';

/** Parts of a request that a rule checks. */
export interface Attempt {
  readonly session: Session | undefined;
  /** Identifier of the merchant that the path names. */
  readonly merchantId: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Decides whether a request may be handled. Anything not expressly allowed is refused. */
export function decide(rule: Rule, { session, merchantId, at }: Attempt): Decision {
  if (rule.for === 'anyone') return 'allow';
  if (!session) return 'sign-in';
  if (rule.for === 'signed-in') return 'allow';
  const isOperator = session.role === 'operator' && session.merchantId === undefined;
  if (rule.for === 'operator' && !isOperator) return 'forbidden';
  if (rule.for === 'merchant') {
    if (merchantId === undefined) return 'not-found';
    if (!isOperator && session.merchantId !== merchantId) return 'not-found';
  }
  if (!may(session.role, rule.permission)) return 'forbidden';
  return rule.recent && at - session.signedInAt >= RECENT_MS ? 'sign-in-again' : 'allow';
}
