import type { MethodMessages } from './method-messages.ts';

/** French. */
const messages: MethodMessages = {
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
