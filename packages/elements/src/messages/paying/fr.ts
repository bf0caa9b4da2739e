import type { PayingMessages } from './paying-messages.ts';

/** French. */
const messages: PayingMessages = {
  options: 'Montant de la contribution',
  pay: 'Continuer vers le paiement',
  opening: 'Ouverture de la page de paiement…',
  notOpened: 'La page de paiement ne s’est pas ouverte. Rien n’a été débité.',
  changed:
    'Cette offre a changé : {before} auparavant, {after} maintenant. Cochez à nouveau la case pour l’accepter.',
  used: 'Cette contribution est déjà payée.',
  contrails: {
    low: 'Risque faible de traînées, non comptées',
    medium: 'Risque moyen de traînées, non comptées',
    high: 'Risque élevé de traînées, non comptées',
  },
};

export default messages;
