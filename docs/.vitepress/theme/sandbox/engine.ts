/** The emissions engine as the pages of the sandbox use it, in the browser. */
export {
  airportPosition,
  estimateFlights,
  type FlightEstimate,
  MODEL_VERSION,
  tryEstimateFlight,
  UnsupportedFlightsError,
} from '@flight-offset/emissions/lite';
