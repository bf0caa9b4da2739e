import type { PayingMessages } from './paying-messages.ts';

/** German. */
const messages: PayingMessages = {
  options: 'Höhe des Beitrags',
  pay: 'Weiter zur Zahlung',
  opening: 'Zahlungsseite wird geöffnet …',
  notOpened: 'Die Zahlungsseite ging nicht auf. Es wurde nichts abgebucht.',
  changed:
    'Dieses Angebot hat sich geändert: vorher {before}, jetzt {after}. Setzen Sie das Häkchen erneut, um es anzunehmen.',
  used: 'Dieser Beitrag ist bereits bezahlt.',
  contrails: {
    low: 'Geringes Risiko von Kondensstreifen, nicht eingerechnet',
    medium: 'Mittleres Risiko von Kondensstreifen, nicht eingerechnet',
    high: 'Hohes Risiko von Kondensstreifen, nicht eingerechnet',
  },
};

export default messages;
