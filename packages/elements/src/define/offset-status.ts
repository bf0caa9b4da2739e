import { OffsetStatus } from '../offset-status/offset-status.ts';

// Once: a page may load this twice.
if (!customElements.get('offset-status')) customElements.define('offset-status', OffsetStatus);

/** Through the index, so that a page that imports this has the types of the element and of its events. */
export type { OffsetStatus } from '../index.ts';
