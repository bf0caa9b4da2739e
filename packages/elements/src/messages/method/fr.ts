import type { MethodMessages } from './method-messages.ts';

/** French. */
const messages: MethodMessages = {
  route: '{from} vers {to}',
  scope: 'De la production du carburant au vol',
  lower_route: '{percent} de moins que la normale sur cette liaison',
  lower_length: '{percent} de moins que la normale pour un vol de cette longueur',
  typical_route: 'Normales sur cette liaison',
  typical_length: 'Normales pour un vol de cette longueur',
  higher_route: '{percent} de plus que la normale sur cette liaison',
  higher_length: '{percent} de plus que la normale pour un vol de cette longueur',
  typicalMass: 'normale {mass}',
  band: '{low} à {high} : 8 estimations sur 10',
  probably: 'probablement {aircraft} ({percent})',
  travel_impact_model: 'Méthode du Travel Impact Model 3.0, données ouvertes',
  service_estimate: 'Estimation du service d’émissions',
  carriers_on_route: 'Valeur normale : médiane des compagnies de cette liaison',
  carriers_at_home: 'Valeur normale : médiane des compagnies des deux pays',
  world_mix: 'Valeur normale : avions utilisés dans le monde à cette distance',
  average_of_cabins: 'Moyenne de toutes les cabines',
  ground_handling: 'Assistance au sol comprise : {mass} par passager',
  other_methods: 'Certains vols : {names}',
  contrails_low: 'Risque faible de traînées, non comptées',
  contrails_medium: 'Risque moyen de traînées, non comptées',
  contrails_high: 'Risque élevé de traînées, non comptées',
};

export default messages;
