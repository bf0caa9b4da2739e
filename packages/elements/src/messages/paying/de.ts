import type { PayingMessages } from './paying-messages.ts';

/** German. */
const messages: PayingMessages = {
  shares: 'Höhe des Beitrags',
  pay: 'Weiter zur Zahlung',
  opening: 'Zahlungsseite wird geöffnet …',
  changed: 'Der Preis hat sich geändert. Bitte prüfen Sie ihn.',
  used: 'Dieser Beitrag ist bereits bezahlt.',
};

export default messages;
