// A page that uses the packages.
import '@flight-offset/elements/define/flight-offset-widget';
import { estimateFlights } from '@flight-offset/emissions/lite';

document.body.append(document.createElement('flight-offset-widget'));
globalThis.estimateFlights = estimateFlights;
