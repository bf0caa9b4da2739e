/** The emissions engine for the pages of the sandbox, in the browser. */
export {
  airportPosition,
  estimateFlights,
  type FlightEstimate,
  MODEL_VERSION,
  tryEstimateFlight,
  UnsupportedFlightsError,
} from '@flight-offset/emissions/lite';
