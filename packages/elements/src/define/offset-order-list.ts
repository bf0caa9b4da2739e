import { OffsetOrderList } from '../offset-order-list/offset-order-list.ts';

// Once: a page may load this twice.
if (!customElements.get('offset-order-list')) customElements.define('offset-order-list', OffsetOrderList);
