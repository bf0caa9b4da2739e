import { isSecure, readCookie, SESSION_COOKIE } from './access/cookie.ts';
import { isOwnForm } from './access/origin.ts';
import { isFormOfOtherPerson, OWNER_FIELD } from './access/owner.ts';
import { isPoll } from './access/poll.ts';
import { type Decision, decide, isForOperators, type Rule } from './access/rule.ts';
import type { Session } from './access/session.ts';
import { MAX_SIGN_IN_BYTES, readForm } from './http/form.ts';
import { createMatcher, type Match } from './http/match.ts';
import { seeOther } from './http/reply.ts';
import type { MerchantVisit, Route, Visit } from './http/route.ts';
import { assetRoutes } from './layout/assets.ts';
import { ROOT } from './layout/navigation.ts';
import {
  forbiddenPage,
  foreignFormPage,
  notFoundPage,
  otherPersonPage,
  refusedPage,
} from './pages/problem.ts';
import { signInAgainPage, signInPage } from './pages/sign-in/sign-in.ts';
import { ROUTES } from './routes.ts';
import { INCOMPLETE, Refusal } from './service/refusal.ts';
import type { ConsoleService } from './service/service.ts';

/** A request with details that only the server knows. */
export interface ConsoleRequest {
  readonly request: Request;
  /** Bytes of the body, as they came. */
  readonly body: Uint8Array;
  /** Address of the client. */
  readonly address: string;
  /** Called with the sender and the route, before the request is handled or refused. */
  readonly identified?: (sender: Sender) => void;
}

/** Sender of a request, and the route it is for. */
export interface Sender {
  /** Session of the person; undefined if nobody is signed in. */
  readonly session: Session | undefined;
  /** Path with `:name` in place of each value; undefined if no route matches. */
  readonly path: string | undefined;
}

/** The console as a function of requests. */
export type Console = (given: ConsoleRequest) => Promise<Response>;

/** Returns the page for a refused request: each decision except `allow` has one. */
function refuse(decision: Exclude<Decision, 'allow'>, rule: Rule, visit: Visit): Promise<Response> {
  if (decision === 'sign-in') return signInPage(visit);
  if (decision === 'sign-in-again') return signInAgainPage(visit);
  return decision === 'forbidden' ? forbiddenPage(visit, isForOperators(rule)) : notFoundPage(visit);
}

async function handle({ route, params }: Match, visit: Visit): Promise<Response> {
  const { service, session } = visit;
  const merchantId = params.merchant;
  const decision = decide(route.rule, { session, merchantId, at: service.now() });
  if (decision !== 'allow') return refuse(decision, route.rule, visit);
  if (merchantId === undefined) return catchRefusal(visit, () => route.handle(visit as MerchantVisit));
  const merchant = await service.merchants.find(merchantId);
  if (!merchant) return notFoundPage(visit);
  const atMerchant = { ...visit, merchant };
  return catchRefusal(atMerchant, () => route.handle(atMerchant as MerchantVisit));
}

/** @throws Refusal if no page wrote the form that was sent. */
async function handleForm(match: Match, visit: Visit, body: Uint8Array): Promise<Response> {
  const { request, session } = visit;
  const { rule } = match.route;
  const contentType = request.headers.get('content-type');
  if (rule.for === 'anyone')
    return handle(match, { ...visit, form: readForm(contentType, body, MAX_SIGN_IN_BYTES) });
  // A request that needs a sign-in is refused without reading its form.
  if (!session) return handle(match, visit);
  const withForm = { ...visit, form: readForm(contentType, body) };
  // Anyone who is signed in may sign out: a tab that still belongs to another person ends the session all the same.
  if ('whoever' in rule) return handle(match, withForm);
  if (!withForm.form.has(OWNER_FIELD)) throw new Refusal(INCOMPLETE);
  return isFormOfOtherPerson(withForm.form, session) ? otherPersonPage(withForm) : handle(match, withForm);
}

/**
 * Creates the console of a gateway.
 * @param routes for tests; every route must state who may use it.
 */
export function createConsole(service: ConsoleService, routes: readonly Route[] = ROUTES): Console {
  const matcher = createMatcher(routes);
  const secure = isSecure(service);

  /** Reads no session for the assets of pages: the page that reports a missing database uses them too. */
  async function sessionOf(request: Request, match: Match | undefined): Promise<Session | undefined> {
    if (match && assetRoutes.includes(match.route)) return undefined;
    const token = readCookie(request, SESSION_COOKIE, secure);
    return token === undefined ? undefined : service.sessions.find(token, { isUse: !isPoll(request) });
  }

  return async ({ request, body, address, identified }) => {
    const url = new URL(request.url);
    const path = url.pathname.slice(ROOT.length);
    // The console has only GET and POST; HEAD counts as GET.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const match = matcher.match(method, path);
    const session = await sessionOf(request, match);
    identified?.({ session, path: match && ROOT + match.route.path });
    const params = match?.params ?? {};
    const visit: Visit = { service, url, params, form: new Map(), request, address, session };
    // The URL of a form, bookmarked or opened after a sign-in.
    if (!match && method === 'GET' && matcher.methodsOf(path).includes('POST')) return seeOther(ROOT);
    if (!match) return unknownPage(visit);
    if (method === 'GET') return handle(match, visit);
    if (!isOwnForm(request, service)) return foreignFormPage(visit);
    return catchRefusal(visit, () => handleForm(match, visit, body));
  };
}

/** Nobody who is not signed in learns which pages there are. */
function unknownPage(visit: Visit): Response | Promise<Response> {
  return visit.session ? notFoundPage(visit) : signInPage(visit);
}

/** Turns a refusal into a page that states it. */
async function catchRefusal(visit: Visit, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return refusedPage(visit, error.message, error.status);
    throw error;
  }
}
