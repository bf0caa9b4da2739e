import { setTimeout as wait } from 'node:timers/promises';
import { startGateway } from '../src/index.ts';
import { callerOf } from '../src/testing/caller.ts';
import { sandboxVisitor } from '../src/testing/console-visitor.ts';
import { startReceiver } from '../src/testing/receiver.ts';

/** A form of the console, as a person submits it. */
export interface ConsoleForm {
  readonly path: string;
  readonly fill?: Readonly<Record<string, string>>;
  /** Text of the button. */
  readonly button: string;
}

/** Every page of the console, in every state it may have. */
export interface ConsoleStates {
  readonly url: string;
  /** Paths below `/console` by the name of the state. */
  readonly pages: Readonly<Record<string, string>>;
  /** Pages for whoever is not signed in. */
  readonly openPages: Readonly<Record<string, string>>;
  /** Pages which follow a form: where it is, what is filled in, and the button. */
  readonly forms: Readonly<Record<string, ConsoleForm>>;
  /** Cookie of an operator: `name=value`. */
  readonly cookie: string;
  close(): Promise<void>;
}

/** Travellers whose orders fill the pages. */
const TRAVELLERS = [
  ['Zoë Meier', 1146, 'EX7K2P'],
  ['Arjun Mehta', 812, 'EX9Q1L'],
  ['Nour El-Sayed', 2310, 'EXB4TT'],
  ['Maximiliane Alexandra von Hohenstein-Wellingsbüttel', 96.5, 'GROUP-2026-1184-WINTER-LONG-REFERENCE'],
  ['李小龙', 5800, 'EX0001'],
  ['Ana Souza', 640, 'EXR7RA'],
] as const;

/** Starts a sandbox gateway whose merchant has orders in every state. */
export async function startConsoleStates(): Promise<ConsoleStates> {
  const receiver = await startReceiver((index) => ({ status: index % 4 === 3 ? 503 : 200 }));
  const gateway = await startGateway();
  const caller = callerOf(gateway.url);
  const orders: string[] = [];
  for (const [index, [name, kilograms, reference]] of TRAVELLERS.entries()) {
    const email = `traveller-${index}@mail.example`;
    const { json } = await caller.post('/offset-gateway/orders', {
      emission_amount: kilograms,
      user: { name, email, tax_id: 'ABCDE1234F' },
      reference,
      metadata: { channel: 'web', booking_class: 'economy' },
      ...(index !== 4 && { callback_url: `${receiver.url}/offset/webhooks` }),
    });
    orders.push(json.order_id);
    await caller.post('/sandbox/clock', { advance_seconds: 60 });
  }
  const [paid = '', refunded = '', partly = '', failing = '', failed = '', pending = ''] = orders;
  for (const id of [paid, refunded, partly, failing])
    await caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' });
  await caller.post(`/sandbox/orders/${failed}/payment`, { outcome: 'failed' });
  await caller.post(`/offset-gateway/orders/${refunded}/refunds`, {});
  await caller.post(`/offset-gateway/orders/${partly}/refunds`, {
    emission_amount: 310,
    reason: 'leg cancelled',
  });
  const booked = await caller.post('/offset-gateway/orders', { emission_amount: 450, reference: 'EXW3PD' });
  await caller.post(`/offset-gateway/orders/${booked.json.order_id}/confirm`, { reference: 'EXW3PD' });
  await receiver.until(4);
  const visitor = await sandboxVisitor(gateway.url);
  const person = { name: 'Ravi Rao', email: 'ravi@air.example', role: 'support' };
  await visitor.post('/merchants/sandbox-merchant/people', person);
  const retirement = { project: 'sandbox-wind', tonnes: '1', serials: 'A-1..A-1', date: '2026-01-31' };
  await visitor.post('/credits/retirements', { ...retirement, url: 'https://registry.example/1' });
  await visitor.post('/merchants/sandbox-merchant/brand', {
    accent: '#8a1c4a',
    origins: 'https://air.example',
  });
  const merchant = '/merchants/sandbox-merchant';
  const text = async (path: string): Promise<string> => (await visitor.get(path)).text;
  while (!(await text(`${merchant}/orders/${refunded}`)).includes('Refund completed')) await wait(50);
  while (!(await text(`${merchant}/webhooks`)).includes('Retrying')) await wait(50);
  const webhook = /\/webhooks\/(msg_\w+)"/.exec(await text(`${merchant}/orders/${failing}`))?.[1] ?? '';
  const pages = {
    merchants: '',
    overview: merchant,
    orders: `${merchant}/orders`,
    'orders, searched': `${merchant}/orders?search=EX9Q1L&status=completed&from=2026-01-01`,
    'no orders': `${merchant}/orders?search=nothing`,
    'order, paid': `${merchant}/orders/${paid}?done=refund`,
    'order, refunded': `${merchant}/orders/${refunded}`,
    'order, partly refunded': `${merchant}/orders/${partly}`,
    'order, webhook failing': `${merchant}/orders/${failing}`,
    'order, failed': `${merchant}/orders/${failed}`,
    'order, pending': `${merchant}/orders/${pending}`,
    webhooks: `${merchant}/webhooks`,
    'no webhooks': `${merchant}/webhooks?state=dead&done=enable`,
    webhook: `${merchant}/webhooks/${webhook}`,
    'webhook secret': `${merchant}/webhooks/secret`,
    money: `${merchant}/money`,
    statement: `${merchant}/money/statements/open_INR`,
    developers: `${merchant}/developers`,
    brand: `${merchant}/brand`,
    credits: '/credits',
    people: `${merchant}/people?done=removed`,
    audit: `${merchant}/audit`,
    health: '/health',
    operators: '/operators',
    'gateway audit': '/audit',
    'not found': '/nothing/here',
    'sign in again': '/sign-in/again',
  };
  const openPages = { 'sign in': '/sign-in', 'not signed in': merchant, 'sign-in link': '/sign-in/link/x' };
  const forms = {
    'new secret': { path: `${merchant}/webhooks/secret`, button: 'Create a new secret' },
    'new key': { path: `${merchant}/developers`, button: 'Create key' },
    'new link': {
      path: '/operators',
      fill: { name: 'Olga', email: 'olga@gateway.example' },
      button: 'Create sign-in link',
    },
    'refund refused': {
      path: `${merchant}/orders/${paid}`,
      fill: { kilograms: '999999' },
      button: 'Refund',
    },
    'link refused': { path: '/sign-in/link/x', button: 'Sign in' },
  };
  return {
    url: gateway.url,
    pages,
    openPages,
    forms,
    cookie: visitor.cookie,
    async close() {
      await gateway.close();
      await receiver.close();
    },
  };
}
