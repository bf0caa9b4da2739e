/** All generated modules: name of the file in `src/data` without its ending, and its text. */
import { aircraftModule } from './aircraft.ts';
import { airportsModule, readAirports } from './airports.ts';
import { airportPairFactorsModule, countryFactorsModule } from './distance-factors.ts';
import { fleetsModule } from './fleets.ts';
import { loadsModule } from './loads.ts';
import { routesModule } from './routes.ts';
import { usFilingsModule } from './us-filings.ts';

/** Builds the modules from the source tables; the same tables give the same text. */
export function buildModules(): Readonly<Record<string, string>> {
  const airports = readAirports();
  return {
    airports: airportsModule(airports),
    'country-factors': countryFactorsModule(airports),
    'airport-pair-factors': airportPairFactorsModule(airports),
    aircraft: aircraftModule(),
    fleets: fleetsModule(),
    routes: routesModule(airports),
    loads: loadsModule(),
    'us-filings': usFilingsModule(airports),
  };
}
