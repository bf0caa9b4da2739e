import { OffsetStatus } from '../offset-status/offset-status.ts';

// Once: a page may load this twice.
if (!customElements.get('offset-status')) customElements.define('offset-status', OffsetStatus);

/** Through the index, which brings the types of the element and its events. */
export type { OffsetStatus } from '../index.ts';
