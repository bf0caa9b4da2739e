import type { MethodMessages } from './method-messages.ts';

/** German. */
const messages: MethodMessages = {
  route: '{from} nach {to}',
  scope: 'Von der Kraftstoffherstellung bis zum Flug',
  lower_route: '{percent} niedriger als üblich auf dieser Strecke',
  lower_length: '{percent} niedriger als üblich für Flüge dieser Länge',
  typical_route: 'Üblich auf dieser Strecke',
  typical_length: 'Üblich für Flüge dieser Länge',
  higher_route: '{percent} höher als üblich auf dieser Strecke',
  higher_length: '{percent} höher als üblich für Flüge dieser Länge',
  typicalMass: 'üblich {mass}',
  band: '{low} bis {high}: 8 von 10 Schätzungen',
  probably: 'wahrscheinlich {aircraft} ({percent})',
  travel_impact_model: 'Methode des Travel Impact Model 3.0, offene Daten',
  service_estimate: 'Schätzung des Emissionsdienstes',
  carriers_on_route: 'Üblich: Median der Fluggesellschaften dieser Strecke',
  carriers_at_home: 'Üblich: Median der Fluggesellschaften beider Länder',
  world_mix: 'Üblich: weltweit auf dieser Distanz geflogene Flugzeuge',
  average_of_cabins: 'Durchschnitt aller Reiseklassen',
  ground_handling: 'Mit Bodenabfertigung: {mass} pro Person',
  other_methods: 'Einige Flüge: {names}',
  contrails_low: 'Geringes Risiko von Kondensstreifen, nicht eingerechnet',
  contrails_medium: 'Mittleres Risiko von Kondensstreifen, nicht eingerechnet',
  contrails_high: 'Hohes Risiko von Kondensstreifen, nicht eingerechnet',
};

export default messages;
