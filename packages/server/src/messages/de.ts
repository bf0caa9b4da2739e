import type { LaterMessages } from './messages.ts';

/** German. */
export const de: LaterMessages = {
  tonnes: '{n} t',
  title: 'Ein Klimaprojekt unterstützen',
  flights: 'Ihre Flüge',
  leg: '{from} nach {to}, {flight}, {date}',
  estimate: 'Geschätzte Emissionen: {mass} CO₂e',
  project: 'Projekt: {project}',
  purchase: 'Kauf und Stilllegung von CO₂-Zertifikaten über {mass}',
  purchaseFuel: 'Kauf von Zertifikaten für Flugkraftstoff über {mass} CO₂e',
  disclaimer:
    'Ihr Beitrag finanziert ein Projekt an einem anderen Ort. Er verringert die Emissionen Ihrer Flüge nicht und hebt sie nicht auf.',
  agree: 'Ich möchte {price} beitragen',
  agreeFirst: 'Setzen Sie das Häkchen, um beizutragen.',
  renewed: 'Das Angebot hat sich geändert. Prüfen Sie es und setzen Sie das Häkchen erneut.',
  pay: 'Weiter zur Zahlung',
  optional: 'Sie können dies überspringen. Auf Ihre Buchung hat das keinen Einfluss.',
  pending: 'Ihr Beitrag ist noch nicht bezahlt.',
  resume: 'Weiter zur Zahlung',
  contributed: 'Zu Ihrer Buchung gehört bereits ein Beitrag. Vielen Dank.',
  failed:
    'Dieser Beitrag wurde nicht rechtzeitig bezahlt. Es wurde nichts abgebucht, und dieser Link kann nicht noch einmal verwendet werden.',
  unavailable:
    'Für diese Flüge können wir im Moment keinen Beitrag anbieten. Versuchen Sie es später erneut.',
  expired: 'Dieser Link ist abgelaufen.',
  notFound: 'Dieser Link ist ungültig. Öffnen Sie ihn noch einmal aus Ihrer E-Mail mit dem Reiseplan.',
};
