import { exceptOnEuRoutes, type PolicyOptions } from '@flight-offset/server';

// #region policy
export const policy: PolicyOptions = {
  // No figures per passenger on routes from or to EU airports, where only the Flight Emissions Label may show one.
  showFigures: exceptOnEuRoutes(),
};
// #endregion policy
