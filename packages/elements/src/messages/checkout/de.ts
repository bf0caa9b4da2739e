import type { CheckoutMessages } from './checkout-messages.ts';

/** German. */
const messages: CheckoutMessages = {
  options: 'Höhe des Beitrags',
  projects: 'Projekt',
  soldOut: 'Ausverkauft',
  purchaseFuel: 'Kauf von Zertifikaten für Flugkraftstoff über {mass} CO₂e',
  pay: 'Weiter zur Zahlung',
  payPrice: '{price} bezahlen',
  added: 'Zu Ihrer Buchung kommt ein Betrag von {price} hinzu.',
  redirecting: 'Zahlungsseite wird geöffnet\u00a0…',
  redirectFailed: 'Die Zahlungsseite konnte nicht geöffnet werden. Es wurde nichts abgebucht.',
  offerChanged:
    'Dieses Angebot hat sich geändert: vorher {before}, jetzt {after}. Setzen Sie das Häkchen erneut, um das neue Angebot anzunehmen.',
  alreadyPaid: 'Dieser Beitrag ist bereits bezahlt.',
};

export default messages;
