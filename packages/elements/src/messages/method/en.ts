import type { MethodMessages } from './method-messages.ts';

/** English. */
const messages: MethodMessages = {
  route: '{from} to {to}',
  scope: 'From fuel production to flight',
  lower_route: '{percent} lower than typical for this route',
  lower_length: '{percent} lower than typical for flights of this length',
  typical_route: 'Typical for this route',
  typical_length: 'Typical for flights of this length',
  higher_route: '{percent} higher than typical for this route',
  higher_length: '{percent} higher than typical for flights of this length',
  typicalMass: 'typical {mass}',
  band: '{low} to {high}: 8 of 10 estimates',
  probably: 'probably {aircraft} ({percent})',
  travel_impact_model: 'Travel Impact Model 3.0 method, open data',
  service_estimate: 'Estimate of the emissions service',
  carriers_on_route: 'Typical: median of the airlines on this route',
  carriers_at_home: 'Typical: median of the airlines of both countries',
  world_mix: 'Typical: aircraft flown worldwide at this distance',
  average_of_cabins: 'Average over all cabins',
  ground_handling: 'Includes ground handling: {mass} per passenger',
  other_methods: 'Some flights: {names}',
  contrails_low: 'Low risk of contrails, not in this figure',
  contrails_medium: 'Medium risk of contrails, not in this figure',
  contrails_high: 'High risk of contrails, not in this figure',
};

export default messages;
