import type { MethodMessages } from './method-messages.ts';

/** French. */
const messages: MethodMessages = {
  route: '{from} vers {to}',
  scope: 'De la production du carburant au vol',
  lower_route: '{percent} de moins que la normale sur cette liaison',
  lower_length: '{percent} de moins que la normale pour un vol de cette longueur',
  typical_route: 'Dans la normale sur cette liaison',
  typical_length: 'Dans la normale pour un vol de cette longueur',
  higher_route: '{percent} de plus que la normale sur cette liaison',
  higher_length: '{percent} de plus que la normale pour un vol de cette longueur',
  typicalMass: 'normale {mass}',
  band: '{low} à {high}\u00a0: 8 estimations sur 10',
  probably: 'probablement {aircraft} ({percent})',
  travel_impact_model: 'Méthode du Travel Impact Model 3.0, données ouvertes',
  service_estimate: 'Estimation du service d’émissions',
  carriers_on_route: 'Valeur normale\u00a0: médiane des compagnies de cette liaison',
  carriers_at_home: 'Valeur normale\u00a0: médiane des compagnies des deux pays',
  world_mix: 'Valeur normale\u00a0: avions utilisés dans le monde sur cette distance',
  average_of_cabins: 'Moyenne de toutes les cabines',
  ground_handling: 'Assistance au sol comprise\u00a0: {mass} par passager',
  other_methods: 'Certains vols\u00a0: {names}',
  contrails_low: 'Risque faible de traînées de condensation, non comptées\u00a0',
  contrails_medium: 'Risque moyen de traînées de condensation, non comptées\u00a0',
  contrails_high: 'Risque élevé de traînées de condensation, non comptées\u00a0',
};

export default messages;
