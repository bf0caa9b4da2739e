import type { PayingMessages } from './paying-messages.ts';

/** French. */
const messages: PayingMessages = {
  shares: 'Montant de la contribution',
  pay: 'Continuer vers le paiement',
  opening: 'Ouverture de la page de paiement…',
  changed: 'Le prix a changé. Vérifiez-le avant de continuer.',
  used: 'Cette contribution est déjà payée.',
};

export default messages;
