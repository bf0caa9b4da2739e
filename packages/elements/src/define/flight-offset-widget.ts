import { FlightOffsetWidget } from '../flight-offset-widget/flight-offset-widget.ts';

// Once: a page may load this twice.
if (!customElements.get('flight-offset-widget'))
  customElements.define('flight-offset-widget', FlightOffsetWidget);

/** Through the index, so that a page that imports this has the types of the element and of its events. */
export type { FlightOffsetWidget } from '../index.ts';
