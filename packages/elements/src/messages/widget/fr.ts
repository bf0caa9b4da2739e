import type { WidgetMessages } from './widget-messages.ts';

/** French. */
const messages: WidgetMessages = {
  estimating: 'Estimation des émissions…',
  label: 'Émissions estimées, {cabin}',
  cabins: {
    economy: 'économique',
    premiumEconomy: 'premium économique',
    business: 'affaires',
    first: 'première',
  },
  tonnes: '{n} t',
  perPassenger: 'CO₂e par passager',
  inAll: 'CO₂e au total',
  covers: 'De la production du carburant au vol',
  route: '{from} vers {to}',
  lower: 'Inférieures à la normale sur cette liaison',
  typical: 'Normales sur cette liaison',
  higher: 'Supérieures à la normale sur cette liaison',
  typicalMass: 'normale {mass}',
  between: 'Probablement de {low} à {high} par passager',
  how: 'Méthode d’estimation',
  contribute: 'Contribuer à un projet climatique',
  buys: 'Achète et retire {mass} de crédits carbone',
  honest:
    'Votre contribution finance un projet ailleurs. Elle ne réduit ni n’annule les émissions de ce vol.',
  skip: 'Vous pouvez passer cette étape.',
  unaffected: 'Votre réservation n’en dépend pas.',
  unavailable: 'Il n’y a pas d’estimation pour cet itinéraire.',
  failed: 'Le chargement a échoué.',
  retry: 'Réessayer',
};

export default messages;
