import type { StatusMessages } from './status-messages.ts';

/** German. */
const messages: StatusMessages = {
  pending: 'Ihre Zahlung wird bestätigt …',
  completed: 'Ihr Beitrag ist bezahlt.',
  retired: '{mass} CO₂-Zertifikate werden für Sie stillgelegt',
  failed: 'Die Zahlung wurde nicht abgeschlossen. Es wurde kein Beitrag geleistet.',
  waiting: 'Ihre Zahlung ist noch nicht bestätigt. Das kann einige Minuten dauern.',
  unknown: 'Der Stand Ihres Beitrags konnte nicht geladen werden.',
  unaffected: 'Ihre Buchung bleibt unberührt.',
  again: 'Noch einmal prüfen',
  tonnes: '{n} t',
  honest:
    'Ihr Beitrag finanziert ein Projekt an einem anderen Ort. Er verringert die Emissionen Ihres Fluges nicht und hebt sie nicht auf.',
};

export default messages;
