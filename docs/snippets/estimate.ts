import { estimateFlights } from '@flight-offset/emissions';

const [estimate] = estimateFlights([
  {
    origin: 'ZRH',
    destination: 'SFO',
    operatingCarrierCode: 'LX',
    flightNumber: 38,
    departureDate: { year: 2026, month: 12, day: 14 },
  },
]);

console.log(estimate?.emissionsGramsPerPax.economy, estimate?.interval, estimate?.provenance);
