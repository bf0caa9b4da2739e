import { FlightOffsetWidget } from '../flight-offset-widget/flight-offset-widget.ts';

// Once: a page may load this twice.
if (!customElements.get('flight-offset-widget'))
  customElements.define('flight-offset-widget', FlightOffsetWidget);
