import type { PayingMessages } from './paying-messages.ts';

/** German. */
const messages: PayingMessages = {
  shares: 'Höhe des Beitrags',
  pay: 'Weiter zur Zahlung',
  opening: 'Zahlungsseite wird geöffnet …',
  notOpened: 'Die Zahlungsseite ging nicht auf. Es wurde nichts abgebucht: Bitte noch einmal versuchen.',
  changed: 'Der Preis hat sich geändert. Bitte prüfen Sie ihn.',
  used: 'Dieser Beitrag ist bereits bezahlt.',
};

export default messages;
