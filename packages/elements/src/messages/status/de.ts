import type { StatusMessages } from './status-messages.ts';

/** German. */
const messages: StatusMessages = {
  pending: 'Ihre Zahlung wird bestätigt\u00a0…',
  completed: 'Ihr Beitrag ist bezahlt.',
  allocated: 'CO₂-Zertifikate über {mass} sind Ihnen zugeteilt',
  retired: 'CO₂-Zertifikate über {mass} sind für Sie stillgelegt',
  allocatedFuel: 'Zertifikate für Flugkraftstoff über {mass} CO₂e sind Ihnen zugeteilt',
  retiredFuel: 'Zertifikate für Flugkraftstoff über {mass} CO₂e sind für Sie stillgelegt',
  amount: 'Betrag: {price}',
  refunded: 'Ihr Beitrag wurde erstattet.',
  partRefunded: 'Ein Teil davon wurde erstattet.',
  reference: 'Referenz: {id}',
  receipt: 'Beleg',
  failed: 'Die Zahlung wurde nicht abgeschlossen. Es wurde kein Beitrag geleistet.',
  waiting: 'Ihre Zahlung ist noch nicht bestätigt. Das kann einige Minuten dauern.',
  unknown: 'Der Status Ihres Beitrags konnte nicht geprüft werden.',
  unaffected: 'Auf Ihre Buchung hat das keinen Einfluss.',
  checkAgain: 'Erneut prüfen',
  tonnes: '{n} t',
  disclaimer:
    'Ihr Beitrag finanziert ein Projekt an einem anderen Ort. Er verringert die Emissionen Ihres Fluges nicht und hebt sie nicht auf.',
};

export default messages;
