/**
 * Prints the milliseconds of the main thread's processor time from import to first estimate in a fresh process; run by the
 * benchmark.
 */
const nobody = new Int32Array(new SharedArrayBuffer(4));

/**
 * Returns the processor time of this thread, milliseconds. Linux adds to it at each tick of its clock, 4 ms apart, and
 * when a thread leaves the processor; so this thread first waits for a moment, which takes no processor time.
 */
function processorTime(): number {
  Atomics.wait(nobody, 0, 0, 1);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const before = processorTime();
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
console.log(processorTime() - before);
