import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../src/index.ts';
import { sandboxVisitor } from '../src/testing/console-visitor.ts';
import { startReceiver } from '../src/testing/receiver.ts';
import { type ConsoleScene, EMPTY, fillConsole, MERCHANT } from './console-scene.ts';

/** Viewer of a page. */
export type Viewer = 'operator' | 'viewer' | 'nobody';

/** A form of the console, as a person submits it. */
export interface ConsoleForm {
  readonly path: string;
  readonly fill?: Readonly<Record<string, string>>;
  readonly button: string;
}

/** Every page of the console, in every state it may have. */
export interface ConsoleStates {
  readonly url: string;
  /** Paths below `/console` by viewer and the name of the state. */
  readonly pages: Readonly<Record<Viewer, Readonly<Record<string, string>>>>;
  /** Pages that an operator reaches by a form: its path, fields, and button. */
  readonly forms: Readonly<Record<string, ConsoleForm>>;
  /** `name=value`; undefined for nobody. */
  readonly cookies: Readonly<Record<Viewer, string | undefined>>;
  close(): Promise<void>;
}

const RETIREMENT =
  'project=sandbox-wind&serials=A-2..A-2&date=2026-01-31&url=https%3A%2F%2Fregistry.example%2F1&tonnes=1';

/** A scene in which another operator was invited. */
interface StatesScene extends ConsoleScene {
  readonly other: string;
}

function pagesOf(scene: StatesScene): ConsoleStates['pages'] {
  const { orders, refund, webhook, statement, paidStatement, key, person, other } = scene;
  const { paid, refunded, partly, failing, failed, pending } = orders;
  const empty = `/merchants/${EMPTY}`;
  return {
    operator: {
      merchants: '',
      overview: MERCHANT,
      'overview, empty': empty,
      orders: `${MERCHANT}/orders`,
      'orders, searched': `${MERCHANT}/orders?search=EX9Q1L&status=completed&from=2026-01-01`,
      'orders, none found': `${MERCHANT}/orders?search=nothing`,
      'orders, empty': `${empty}/orders`,
      'order, paid': `${MERCHANT}/orders/${paid}?done=refund`,
      'refund, confirming': `${MERCHANT}/orders/${paid}/refund?kilograms=146`,
      'refund paid another way, confirming': `${MERCHANT}/orders/${failing}/refunds/${refund}/paid`,
      'order, refunded': `${MERCHANT}/orders/${refunded}`,
      'order, partly refunded': `${MERCHANT}/orders/${partly}`,
      'order, webhook failing': `${MERCHANT}/orders/${failing}`,
      'order, failed': `${MERCHANT}/orders/${failed}`,
      'order, pending': `${MERCHANT}/orders/${pending}`,
      webhooks: `${MERCHANT}/webhooks`,
      'webhooks, none found': `${MERCHANT}/webhooks?state=dead&done=enable`,
      'webhooks, empty': `${empty}/webhooks`,
      webhook: `${MERCHANT}/webhooks/${webhook}`,
      'webhook secret': `${MERCHANT}/webhooks/secret`,
      money: `${MERCHANT}/money`,
      'money, empty': `${empty}/money`,
      'payments, first of several pages': `${MERCHANT}/money/payments`,
      'payments, empty': `${empty}/money/payments`,
      'statement, open': `${MERCHANT}/money/statements/open_INR`,
      'statement, closed': `${MERCHANT}/money/statements/${statement}?done=closed`,
      'statement paid, confirming': `${MERCHANT}/money/statements/${statement}/paid`,
      'statement, paid': `${MERCHANT}/money/statements/${paidStatement}?done=paid`,
      'statement unpaid, confirming': `${MERCHANT}/money/statements/${paidStatement}/unpaid`,
      'closing, confirming': `${empty}/money/close?period=2026-01`,
      'revoking a key, confirming': `${MERCHANT}/developers/keys/${key}/revoke`,
      'removing a person, confirming': `${MERCHANT}/people/${person}/remove`,
      'removing an operator, confirming': `/operators/${other}/remove`,
      'retirement, confirming': `/credits/retirements?${RETIREMENT}`,
      'retirement refused': `/credits/retirements?${RETIREMENT}9`,
      'line, confirming': '/reconciliation/lines?provider=stripe&id=txn_2',
      'payment, confirming': '/reconciliation/payments?provider=stripe&id=cs_live_a1B2c3',
      'your account': '/account',
      'ending sessions, confirming': '/account/end',
      developers: `${MERCHANT}/developers`,
      'developers, empty': `${empty}/developers`,
      'failed requests': `${MERCHANT}/developers/requests`,
      'failed requests, none found': `${MERCHANT}/developers/requests?id=nothing`,
      brand: `${MERCHANT}/brand`,
      'brand, empty': `${empty}/brand`,
      credits: '/credits',
      reconciliation: '/reconciliation?done=resolved',
      people: `${MERCHANT}/people?done=removed`,
      'people, empty': `${empty}/people`,
      audit: `${MERCHANT}/audit`,
      'audit, empty': `${empty}/audit`,
      health: '/health',
      operators: '/operators',
      'gateway audit': '/audit',
      'not found': '/nothing/here',
      'sign in again': '/sign-in/again',
    },
    viewer: {
      'overview, as a viewer': MERCHANT,
      'order, as a viewer': `${MERCHANT}/orders/${failing}`,
      'webhooks, as a viewer': `${MERCHANT}/webhooks`,
      'brand, as a viewer': `${MERCHANT}/brand`,
      'no permission': `${MERCHANT}/people`,
      "another merchant's": empty,
    },
    nobody: { 'sign in': '/sign-in', 'not signed in': MERCHANT, 'sign-in link': '/sign-in/link/x' },
  };
}

function formsOf({ orders }: ConsoleScene): ConsoleStates['forms'] {
  return {
    'new secret': { path: `${MERCHANT}/webhooks/secret`, button: 'Create a new secret' },
    'new key': { path: `${MERCHANT}/developers`, button: 'Create key' },
    'new link': {
      path: '/operators',
      fill: { name: 'Olga', email: 'olga@gateway.example' },
      button: 'Create sign-in link',
    },
    'refund refused': {
      path: `${MERCHANT}/orders/${orders.paid}`,
      fill: { kilograms: '999999' },
      button: 'Refund a part',
    },
    'receipt refused': { path: '/reconciliation', fill: { amount: 'much' }, button: 'Record' },
    'link refused': { path: '/sign-in/link/x', button: 'Sign in' },
  };
}

/** Starts a sandbox gateway with a merchant that has data of every kind, and one that has none. */
export async function startConsoleStates(): Promise<ConsoleStates> {
  const folder = await mkdtemp(join(tmpdir(), 'console-states-'));
  const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
  const receiver = await startReceiver((index) => ({ status: index < 3 ? 200 : 503 }));
  const gateway = await startGateway({ databaseUrl });
  const scene = await fillConsole(gateway.url, databaseUrl, receiver);
  const viewer = await sandboxVisitor(gateway.url, 'viewer');
  await sandboxVisitor(gateway.url);
  const invitation = { name: 'Olga', email: 'olga@gateway.example', role: 'operator', once: randomUUID() };
  await scene.operator.post('/operators', invitation);
  const [, other = ''] =
    /\/operators\/(per_\w+)\/remove"/.exec((await scene.operator.get('/operators')).text) ?? [];
  return {
    url: gateway.url,
    pages: pagesOf({ ...scene, other }),
    forms: formsOf(scene),
    cookies: { operator: scene.operator.cookie, viewer: viewer.cookie, nobody: undefined },
    async close() {
      await gateway.close();
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
