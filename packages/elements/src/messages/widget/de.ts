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
  purchase: 'Kauft {mass} CO₂-Zertifikate und legt sie still',
  disclaimer:
    'Ihr Beitrag finanziert ein Projekt anderswo. Er verringert die Emissionen dieses Fluges nicht und hebt sie nicht auf.',
  optOut: 'Sie können dies überspringen.',
  unaffected: 'Ihre Buchung bleibt unberührt.',
  unavailable: 'Für diese Reise gibt es keine Schätzung.',
  failed: 'Die Schätzung konnte nicht geladen werden.',
  retry: 'Erneut versuchen',
};

export default messages;
