import type { LaterMessages } from './messages.ts';

/** French. */
export const fr: LaterMessages = {
  tonnes: '{n} t',
  title: 'Contribuer à un projet climatique',
  flights: 'Vos vols',
  leg: '{from} vers {to}, {flight}, {date}',
  estimate: 'Émissions estimées\u00a0: {mass} de CO₂e',
  project: 'Projet\u00a0: {project}',
  purchase: 'Achat et retrait de {mass} de crédits carbone',
  purchaseFuel: 'Achat de certificats de carburant d’aviation pour {mass} de CO₂e',
  disclaimer:
    'Votre contribution finance un projet ailleurs. Elle ne réduit ni n’annule les émissions de vos vols.',
  agree: 'Je souhaite contribuer à hauteur de {price}',
  agreeFirst: 'Cochez la case pour contribuer.',
  renewed: 'L’offre a changé. Vérifiez-la et cochez à nouveau la case.',
  pay: 'Continuer vers le paiement',
  optional: 'Vous pouvez passer cette étape. Cela n’a aucune incidence sur votre réservation.',
  pending: 'Votre contribution est en attente de paiement.',
  resume: 'Continuer vers le paiement',
  contributed: 'Votre réservation comporte déjà une contribution. Merci.',
  failed:
    'Cette contribution n’a pas été payée à temps. Rien n’a été débité, et ce lien ne peut plus être utilisé.',
  unavailable:
    'Nous ne pouvons pas proposer de contribution pour ces vols en ce moment. Réessayez plus tard.',
  expired: 'Ce lien a expiré.',
  notFound: 'Ce lien n’est pas valide. Ouvrez-le à nouveau depuis l’e-mail de votre itinéraire.',
};
