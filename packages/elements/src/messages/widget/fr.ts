import type { WidgetMessages } from './widget-messages.ts';

/** French. */
const messages: WidgetMessages = {
  loading: 'Estimation des émissions…',
  label: 'Émissions estimées, {cabin}',
  cabins: {
    economy: 'classe économique',
    premiumEconomy: 'classe économique premium',
    business: 'classe affaires',
    first: 'première classe',
  },
  tonnes: '{n} t',
  perPassenger: 'CO₂e par passager',
  total: 'CO₂e au total',
  range: 'Probablement de {low} à {high} par passager',
  details: 'Détails',
  optIn: 'Contribuer à un projet climatique',
  purchase: 'Achat et retrait de {mass} de crédits carbone\u00a0',
  disclaimer:
    'Votre contribution finance un projet ailleurs. Elle ne réduit ni n’annule les émissions de ce vol.',
  optOut: 'Vous pouvez passer cette étape.',
  unaffected: 'Cela n’a aucune incidence sur votre réservation.',
  unavailable: 'Il n’y a pas d’estimation pour cet itinéraire.',
  failed: 'L’estimation n’a pas pu être chargée.',
  retry: 'Réessayez',
};

export default messages;
