import { OffsetOrderList } from '../offset-order-list/offset-order-list.ts';

// Once: a page may load this twice.
if (!customElements.get('offset-order-list')) customElements.define('offset-order-list', OffsetOrderList);

/** Through the index, so that a page that imports this has the types of the element and of its events. */
export type { OffsetOrderList } from '../index.ts';
