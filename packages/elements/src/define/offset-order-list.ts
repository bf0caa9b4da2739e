import { OffsetOrderList } from '../offset-order-list/offset-order-list.ts';

// Once: a page may load this twice.
if (!customElements.get('offset-order-list')) customElements.define('offset-order-list', OffsetOrderList);

/** Through the index, which brings the types of the element and its events. */
export type { OffsetOrderList } from '../index.ts';
