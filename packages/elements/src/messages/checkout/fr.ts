import type { CheckoutMessages } from './checkout-messages.ts';

/** French. */
const messages: CheckoutMessages = {
  options: 'Montant de la contribution',
  projects: 'Projet',
  soldOut: 'Épuisé',
  purchaseFuel: 'Achat de certificats de carburant d’aviation pour {mass} de CO₂e\u00a0',
  pay: 'Continuer vers le paiement',
  payPrice: 'Payer {price}',
  added: 'Un montant de {price} s’ajoute à votre réservation.',
  redirecting: 'Ouverture de la page de paiement…',
  redirectFailed: 'La page de paiement n’a pas pu s’ouvrir. Rien n’a été débité.',
  offerChanged:
    'Cette offre a changé\u00a0: {before} auparavant, {after} maintenant. Cochez à nouveau la case pour l’accepter.',
  alreadyPaid: 'Cette contribution est déjà payée.',
};

export default messages;
