import { OffsetTransaction } from '../offset-transaction/offset-transaction.ts';

// Once: a page may load this twice.
if (!customElements.get('offset-transaction')) customElements.define('offset-transaction', OffsetTransaction);
