import { FlightOffsetWidget } from '../flight-offset-widget/flight-offset-widget.ts';

// Once: a page may load this twice.
if (!customElements.get('flight-offset-widget'))
  customElements.define('flight-offset-widget', FlightOffsetWidget);

/** Through the index, which brings the types of the element and its events. */
export type { FlightOffsetWidget } from '../index.ts';
