/**
 * Prints the milliseconds of the main thread's processor time from import to first estimate in a fresh process; run by the
 * benchmark.
 */
const before = process.threadCpuUsage();
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
const { user, system } = process.threadCpuUsage(before);
console.log((user + system) / 1000);
