import type { WidgetMessages } from './widget-messages.ts';

/** German. */
const messages: WidgetMessages = {
  loading: 'Emissionen werden geschätzt\u00a0…',
  label: 'Geschätzte Emissionen, {cabin}',
  cabins: { economy: 'Economy', premiumEconomy: 'Premium Economy', business: 'Business', first: 'First' },
  tonnes: '{n} t',
  perPassenger: 'CO₂e pro Person',
  total: 'CO₂e insgesamt',
  range: 'Wahrscheinlich {low} bis {high} pro Person',
  details: 'Details',
  optIn: 'Ein Klimaprojekt unterstützen',
  purchase: 'Kauf und Stilllegung von CO₂-Zertifikaten über {mass}',
  disclaimer:
    'Ihr Beitrag finanziert ein Projekt an einem anderen Ort. Er verringert die Emissionen dieses Fluges nicht und hebt sie nicht auf.',
  optOut: 'Sie können dies überspringen.',
  unaffected: 'Auf Ihre Buchung hat das keinen Einfluss.',
  unavailable: 'Für diese Reise gibt es keine Schätzung.',
  failed: 'Die Schätzung konnte nicht geladen werden.',
  retry: 'Bitte erneut versuchen',
};

export default messages;
