import type { PayingMessages } from './paying-messages.ts';

/** French. */
const messages: PayingMessages = {
  shares: 'Montant de la contribution',
  pay: 'Continuer vers le paiement',
  opening: 'Ouverture de la page de paiement…',
  notOpened: 'La page de paiement ne s’est pas ouverte. Rien n’a été débité : veuillez réessayer.',
  changed: 'Le prix a changé. Vérifiez-le avant de continuer.',
  used: 'Cette contribution est déjà payée.',
};

export default messages;
