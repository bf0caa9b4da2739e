/** All generated modules: name of the file in `src/data` without its ending, and its text. */
import { aircraftModule } from './aircraft.ts';
import { airportsModule, readAirports } from './airports.ts';
import { citiesModule } from './cities.ts';
import { airportPairFactorsModule, countryFactorsModule } from './distance-factors.ts';
import { fleetsModule } from './fleets.ts';
import { loadsModule } from './loads.ts';
import { routeCarriersModule } from './route-carriers.ts';
import { routesModule } from './routes.ts';
import { scheduledAirports } from './scheduled-airports.ts';
import { usFilingsModule } from './us-filings.ts';

let built: Readonly<Record<string, string>> | undefined;

/**
 * Builds the modules from the source tables; the same tables give the same text. It takes seconds: a process builds
 * once, since tables do not change while it runs.
 */
export function buildModules(): Readonly<Record<string, string>> {
  built ??= build();
  return built;
}

function build(): Readonly<Record<string, string>> {
  const airports = readAirports();
  const scheduled = scheduledAirports(airports);
  return {
    airports: airportsModule(airports),
    'scheduled-airports': airportsModule(airports, ({ iata }) => scheduled.has(iata)),
    'country-factors': countryFactorsModule(airports),
    'airport-pair-factors': airportPairFactorsModule(airports),
    aircraft: aircraftModule(),
    fleets: fleetsModule(),
    routes: routesModule(airports),
    'route-carriers': routeCarriersModule(airports),
    loads: loadsModule(airports),
    'us-filings': usFilingsModule(airports),
    cities: citiesModule(airports),
  };
}
