import { estimateTrip, ghgProtocolReport, iso14083Report, tripGeoJson } from '@flight-offset/emissions/trips';

const trip = estimateTrip({
  id: 'booking 7',
  // Or `legs`: flights with carrier and date, or two airports if no more is known.
  stops: ['DEL', 'DXB', 'LHR'],
  roundTrip: true,
  travellers: [
    { cabin: 'economy', count: 2 },
    { cabin: 'business', count: 1 },
  ],
});

// Whole grams of CO2e over all legs and travellers: well-to-wake, tank-to-wake, well-to-tank.
console.log(trip.grams);
console.log(iso14083Report([trip]), ghgProtocolReport([trip]));
console.log(JSON.stringify(tripGeoJson([trip])));
