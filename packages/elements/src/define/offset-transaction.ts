import { OffsetTransaction } from '../offset-transaction/offset-transaction.ts';

// Once: a page may load this twice.
if (!customElements.get('offset-transaction')) customElements.define('offset-transaction', OffsetTransaction);

/** Through the index, so that a page that imports this has the types of the element and of its events. */
export type { OffsetTransaction } from '../index.ts';
