import type { Rule } from '../access/rule.ts';
import type { Session } from '../access/session.ts';
import type { MerchantSummary } from '../service/merchant.ts';
import type { ConsoleService } from '../service/service.ts';

/** A request to the console, read. */
export interface Visit {
  readonly service: ConsoleService;
  readonly url: URL;
  /** Values that the path names, such as `order`. */
  readonly params: Readonly<Record<string, string>>;
  /** Fields of the form; empty for a GET. */
  readonly form: ReadonlyMap<string, string>;
  readonly request: Request;
  /** Address of the client, for limits. */
  readonly address: string;
  readonly session: Session | undefined;
  /** The merchant that the path names, once the person's access to it is checked. */
  readonly merchant?: MerchantSummary;
}

/** A request of a person who is signed in. */
export interface SignedInVisit extends Visit {
  readonly session: Session;
}

/** A request of staff for pages of one merchant. */
export interface MerchantVisit extends SignedInVisit {
  readonly merchant: MerchantSummary;
}

/** One route of the console: its rule and its handler. */
export interface Route<V extends Visit = MerchantVisit> {
  readonly method: 'GET' | 'POST';
  /** Below `/console`; `:name` stands for one segment. */
  readonly path: string;
  readonly rule: Rule;
  handle(visit: V): Promise<Response>;
}

type Handle<V extends Visit> = (visit: V) => Promise<Response>;

/** A route without sign-in. */
export function forAnyone(method: Route['method'], path: string, handle: Handle<Visit>): Route {
  return { method, path, rule: { for: 'anyone' }, handle };
}

/** A route for anyone who is signed in. */
export function forSignedIn(
  method: Route['method'],
  path: string,
  handle: Handle<SignedInVisit>,
  options: { readonly whoever?: true } = {},
): Route {
  return { method, path, rule: { for: 'signed-in', ...options }, handle };
}

/** Requirements of a route of the gateway or of a merchant. */
type Needs = Omit<Extract<Rule, { for: 'operator' }>, 'for'>;

/** A route of one merchant's staff. @param path below `/merchants/:merchant`. */
export function forMerchant(
  method: Route['method'],
  path: string,
  needs: Needs,
  handle: Handle<MerchantVisit>,
): Route {
  return { method, path: `/merchants/:merchant${path}`, rule: { for: 'merchant', ...needs }, handle };
}

/** A route of operators. */
export function forOperator(
  method: Route['method'],
  path: string,
  needs: Needs,
  handle: Handle<SignedInVisit>,
): Route {
  return { method, path, rule: { for: 'operator', ...needs }, handle };
}
