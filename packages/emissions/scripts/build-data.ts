/** Turns the source tables into the modules of `src/data`. Same tables in, same bytes out. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { aircraftModule } from './build/aircraft.ts';
import { airportsModule, readAirports } from './build/airports.ts';
import { airportPairFactorsModule, countryFactorsModule } from './build/distance-factors.ts';
import { fleetsModule } from './build/fleets.ts';
import { loadsModule } from './build/loads.ts';
import { routesModule } from './build/routes.ts';
import { dataFolder } from './build/sources.ts';

const airports = readAirports();
const modules: Readonly<Record<string, string>> = {
  airports: airportsModule(airports),
  'country-factors': countryFactorsModule(),
  'airport-pair-factors': airportPairFactorsModule(airports),
  aircraft: aircraftModule(),
  fleets: fleetsModule(),
  routes: routesModule(airports),
  loads: loadsModule(),
};

mkdirSync(dataFolder, { recursive: true });
let total = 0;
for (const [name, text] of Object.entries(modules)) {
  writeFileSync(new URL(`${name}.ts`, dataFolder), text);
  const bytes = brotliCompressSync(text).length;
  total += bytes;
  process.stdout.write(
    `${name.padEnd(22)} ${String(text.length).padStart(8)} ${String(bytes).padStart(8)}\n`,
  );
}
process.stdout.write(`${'all, brotli'.padEnd(31)} ${String(total).padStart(8)}\n`);
