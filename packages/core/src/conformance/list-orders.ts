import { type Check, expect, expectRefusal, type Fields, fieldsOf } from './check.ts';
import { CALLBACK_URL, create, freshEmail, ORDERS } from './orders.ts';
import type { Caller } from './target.ts';

async function list(
  caller: Caller,
  query: Record<string, string>,
): Promise<{ page: Fields; orders: Fields[] }> {
  const reply = await caller.get(`${ORDERS}?${new URLSearchParams(query)}`);
  expect(reply.status === 200, `status ${reply.status}`);
  const page = fieldsOf(reply);
  expect(Array.isArray(page.orders), 'orders is no array');
  return { page, orders: page.orders as Fields[] };
}

/** Four orders of one user, oldest first. */
async function createFourOrders(caller: Caller): Promise<{ email: string; ids: unknown[] }> {
  const email = freshEmail();
  const ids: unknown[] = [];
  for (let i = 1; i <= 4; i++) {
    ids.push(
      (
        await create(caller, {
          emission_amount: i,
          callback_url: CALLBACK_URL,
          user: { email, tax_id: email },
        })
      ).order_id,
    );
  }
  return { email, ids };
}

const ids = (orders: readonly Fields[]): string => orders.map((order) => order.order_id).join(' ');

/** Checks of the list of orders. */
export const listChecks: readonly Check[] = [
  {
    group: 'list orders',
    claim: 'returns metadata, overview and orders with every field',
    basis: 'interface',
    async run(caller) {
      const { email } = await createFourOrders(caller);
      const { page, orders } = await list(caller, { email });
      const metadata = page.metadata as Fields | undefined;
      const overview = page.overview as Fields | undefined;
      expect(metadata?.current_page === 1, `current_page is ${metadata?.current_page}`);
      expect(metadata.limit === 20, `limit is ${metadata.limit}`);
      expect(metadata.total_records === 4, `total_records is ${metadata.total_records}`);
      expect(overview?.total_orders === 4, `total_orders is ${overview?.total_orders}`);
      expect(overview.total_users === 1, `total_users is ${overview.total_users}`);
      expect(overview.total_amount_paid === 0, `total_amount_paid is ${overview.total_amount_paid}`);
      expect(orders.length === 4, `${orders.length} orders`);
      for (const order of orders) {
        for (const name of [
          'order_id',
          'emission_amount',
          'emission_unit',
          'user',
          'callback_url',
          'payment_url',
          'created_at',
          'status',
          'payment_status',
        ]) {
          expect(order[name] !== undefined, `${name} is missing`);
        }
      }
    },
  },
  {
    group: 'list orders',
    claim: 'shows a new order as pending',
    basis: 'decision',
    async run(caller) {
      const { email } = await createFourOrders(caller);
      for (const order of (await list(caller, { email })).orders)
        expect(order.status === 'pending' && order.payment_status === 'pending', JSON.stringify(order));
    },
  },
  {
    group: 'list orders',
    claim: 'sorts by time, newest first by default',
    basis: 'decision',
    async run(caller) {
      const made = await createFourOrders(caller);
      const newest = ids((await list(caller, { email: made.email })).orders);
      expect(newest === made.ids.toReversed().join(' '), 'the default is not newest first');
      expect(
        ids((await list(caller, { email: made.email, sort: 'desc' })).orders) === newest,
        'desc differs from the default',
      );
      const oldest = ids((await list(caller, { email: made.email, sort: 'asc' })).orders);
      expect(oldest === made.ids.join(' '), 'asc is not oldest first');
    },
  },
  {
    group: 'list orders',
    claim: 'pages without repeating or leaving out',
    basis: 'interface',
    async run(caller) {
      const made = await createFourOrders(caller);
      const pages = [];
      for (const page of ['1', '2', '3']) {
        const response = await list(caller, { email: made.email, sort: 'asc', limit: '2', page });
        const metadata = response.page.metadata as Fields | undefined;
        const actual = `metadata is ${JSON.stringify(metadata)}`;
        expect(metadata?.current_page === Number(page) && metadata.limit === 2, actual);
        expect(metadata.total_records === 4, `total_records is ${metadata.total_records} on page ${page}`);
        pages.push(response.orders);
      }
      expect(ids(pages.flat()) === made.ids.join(' '), ids(pages.flat()));
      expect(pages[2]?.length === 0, 'a page past the end is not empty');
    },
  },
  {
    group: 'list orders',
    claim: 'filters by e-mail, tax id and status',
    basis: 'interface',
    async run(caller) {
      const { email } = await createFourOrders(caller);
      expect((await list(caller, { tax_id: email })).orders.length === 4, 'by tax_id');
      expect((await list(caller, { email, status: 'pending' })).orders.length === 4, 'by status pending');
      expect((await list(caller, { email, status: 'completed' })).orders.length === 0, 'by status completed');
      expect((await list(caller, { email: freshEmail() })).orders.length === 0, 'by an unknown e-mail');
      expect((await list(caller, { email, tax_id: 'other' })).orders.length === 0, 'by both');
    },
  },
  ...['limit=1', 'limit=100', 'page=1', 'page=1000', 'sort=asc', 'status=failed'].map(
    (query): Check => ({
      group: 'list orders',
      claim: `takes ${query}`,
      basis: 'interface',
      async run(caller) {
        const { status } = await caller.get(`${ORDERS}?${query}`);
        expect(status === 200, `status ${status}`);
      },
    }),
  ),
  ...[
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'page=0',
    'page=1001',
    'page=x',
    'sort=up',
    'status=paid',
  ].map(
    (query): Check => ({
      group: 'list orders',
      claim: `refuses ${query}`,
      basis: 'interface',
      run: async (caller) => expectRefusal(await caller.get(`${ORDERS}?${query}`), 400),
    }),
  ),
];
