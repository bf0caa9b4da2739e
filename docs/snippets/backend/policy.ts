import { cityNames } from '@flight-offset/emissions/cities';
import { exceptOnEuRoutes, type PolicyOptions } from '@flight-offset/server';

export const policy: PolicyOptions = {
  // No figures per passenger on routes from or to EU airports, where only the Flight Emissions Label may show one.
  showFigures: exceptOnEuRoutes(),
  // Cities beside the codes of their airports, in the language of the page.
  cities: cityNames,
};
