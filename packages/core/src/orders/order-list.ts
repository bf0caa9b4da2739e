import * as z from 'zod';
import { orderSchema, orderStateSchema } from './order.ts';

/** A whole number from 1 up, as written in a query: digits only, so `1e2`, ` 5` and an empty value are refused. */
function countParameter(max: number, fallback: number): z.ZodType<number, string | undefined> {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .pipe(z.int().min(1).max(max))
    .default(fallback)
    .meta({ description: `From 1 to ${max}.` }) as z.ZodType<number, string | undefined>;
}

/** Query of `GET /offset-gateway/orders`, as in the URL: every value is a string. */
export const orderListQuerySchema = z.object({
  email: z.string().optional().meta({ description: 'Only orders of the user with this e-mail address.' }),
  tax_id: z.string().optional().meta({ description: 'Only orders of the user with this tax id.' }),
  limit: countParameter(100, 20),
  page: countParameter(1000, 1),
  sort: z.enum(['asc', 'desc']).default('desc').meta({ description: 'By `created_at`, ties by id.' }),
  status: orderStateSchema.optional().meta({ description: 'Only orders with this status.' }),
});

/** Query of the list, after parsing: defaults filled in. */
export type OrderListQuery = z.output<typeof orderListQuerySchema>;

/** Query of the list, as passed to the client. */
export type OrderListInput = Partial<OrderListQuery>;

const settlementDate = z.iso.date('must be a date such as 2026-11-30').optional();

/** Query of the extension `GET /offset-gateway/exports/orders.csv`. Dates are those of settlement, in UTC. */
export const orderExportQuerySchema = z
  .object({
    status: orderStateSchema.optional().meta({ description: 'Only orders with this status.' }),
    from: settlementDate.meta({ description: 'Only orders settled on this day or later, UTC.' }),
    to: settlementDate.meta({ description: 'Only orders settled before this day, UTC.' }),
  })
  // A file without an order reads as if none had been settled.
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    message: 'must be later than from: the day it names is not included',
  });

/** Query of an export of orders, after parsing. */
export type OrderExportQuery = z.output<typeof orderExportQuerySchema>;

const count = z.int().min(0);

/** Response of `GET /offset-gateway/orders`. */
export const orderListSchema = z
  .object({
    metadata: z
      .object({
        current_page: count.meta({ description: 'Number of this page.' }),
        total_records: count.meta({ description: 'Orders which match the filters.' }),
        limit: count.meta({ description: 'Orders per page.' }),
      })
      .meta({ id: 'ListMetadata' }),
    overview: z
      .object({
        total_orders: count.meta({ description: 'Orders which match the filters.' }),
        total_amount_paid: z.number().meta({ description: 'Total paid for these orders, INR.' }),
        total_users: count.meta({ description: 'Different users among these orders.' }),
      })
      .meta({ id: 'ListOverview', description: 'Totals over all orders which match, not only this page.' }),
    orders: z.array(orderSchema),
  })
  .meta({ id: 'OrderList' });

/** One page of orders, with totals over all that match. */
export type OrderList = z.infer<typeof orderListSchema>;
