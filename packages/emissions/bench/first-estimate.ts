/** Prints the milliseconds from import to first estimate in a fresh process; run by the benchmark. */
const started = performance.now();
const { estimateFlights } = await import(process.argv[2] ?? '../dist/index.js');
estimateFlights([
  {
    origin: 'ZRH',
    destination: 'SFO',
    operatingCarrierCode: 'LX',
    flightNumber: 38,
    departureDate: { year: 2026, month: 12, day: 14 },
  },
]);
console.log(performance.now() - started);
