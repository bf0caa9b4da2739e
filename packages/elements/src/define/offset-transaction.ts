import { OffsetTransaction } from '../offset-transaction/offset-transaction.ts';

// Once: a page may load this twice.
if (!customElements.get('offset-transaction')) customElements.define('offset-transaction', OffsetTransaction);

/** Through the index, which brings the types of the element and its events. */
export type { OffsetTransaction } from '../index.ts';
