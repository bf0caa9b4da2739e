import type { StatusMessages } from './status-messages.ts';

/** French. */
const messages: StatusMessages = {
  pending: 'Confirmation de votre paiement en attente…',
  completed: 'Votre contribution est payée.',
  allocated: '{mass} de crédits carbone vous sont attribués\u00a0',
  retired: '{mass} de crédits carbone sont retirés pour vous\u00a0',
  allocatedFuel: 'Des certificats de carburant d’aviation pour {mass} de CO₂e vous sont attribués\u00a0',
  retiredFuel: 'Des certificats de carburant d’aviation pour {mass} de CO₂e sont retirés pour vous\u00a0',
  amount: 'Montant\u00a0: {price}',
  refunded: 'Votre contribution a été remboursée.',
  partRefunded: 'Une partie en a été remboursée.',
  reference: 'Référence\u00a0: {id}',
  receipt: 'Reçu',
  failed: 'Le paiement n’a pas abouti. Aucune contribution n’a été faite.',
  waiting: 'Votre paiement n’est pas encore confirmé. Cela peut prendre quelques minutes.',
  unknown: 'Le statut de votre contribution n’a pas pu être vérifié.',
  unaffected: 'Cela n’a aucune incidence sur votre réservation.',
  checkAgain: 'Vérifier à nouveau',
  tonnes: '{n} t',
  disclaimer:
    'Votre contribution finance un projet ailleurs. Elle ne réduit ni n’annule les émissions de votre vol.',
};

export default messages;
