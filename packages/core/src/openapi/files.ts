import type * as z from 'zod';
import type { ErrorCodeNumber } from '../errors/error-codes.ts';
import { orderExportQuerySchema } from '../orders/order-list.ts';
import type { Tag } from './operation.ts';
import { KEY_ERRORS } from './operations.ts';

/** A `GET` that returns a file in place of JSON. All of them are extensions. */
export interface FileOperation {
  readonly id: string;
  /** Path below `base_url`, parameters in braces. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly mediaType: 'text/csv' | 'application/pdf';
  readonly query?: z.ZodObject;
  readonly errors: readonly ErrorCodeNumber[];
}

/** Exports of orders and statements. */
export const FILE_OPERATIONS: readonly FileOperation[] = [
  {
    id: 'exportOrders',
    path: '/offset-gateway/exports/orders.csv',
    tag: 'Exports',
    summary: 'Export orders as CSV',
    description:
      'Every order of the merchant, oldest first, as CSV (RFC 4180) with a header. New columns are added at the end. The response is streamed.',
    mediaType: 'text/csv',
    query: orderExportQuerySchema,
    errors: [40003, ...KEY_ERRORS],
  },
  {
    id: 'exportStatement',
    path: '/offset-gateway/statements/{statement_id}.csv',
    tag: 'Exports',
    summary: 'Export a statement as CSV',
    description:
      'A line per order and refund, then its `net` and `tax`, where it states a tax, and its `total`, as CSV (RFC 4180) with a header.',
    mediaType: 'text/csv',
    errors: [40404, ...KEY_ERRORS],
  },
  {
    id: 'printStatement',
    path: '/offset-gateway/statements/{statement_id}.pdf',
    tag: 'Exports',
    summary: 'Get a statement as PDF',
    description:
      'Prints up to 2,000 lines; a longer statement has only its totals, and the lines are in the CSV.',
    mediaType: 'application/pdf',
    errors: [40404, 50302, ...KEY_ERRORS],
  },
];
