import type { WidgetMessages } from './widget-messages.ts';

/** German. */
const messages: WidgetMessages = {
  loading: 'Emissionen werden geschätzt …',
  label: 'Geschätzte Emissionen, {cabin}',
  cabins: { economy: 'Economy', premiumEconomy: 'Premium Economy', business: 'Business', first: 'First' },
  tonnes: '{n} t',
  perPassenger: 'CO₂e pro Person',
  total: 'CO₂e insgesamt',
  scope: 'Von der Treibstoffherstellung bis zum Flug',
  route: '{from} nach {to}',
  lower: 'Niedriger als üblich auf dieser Strecke',
  typical: 'Üblich auf dieser Strecke',
  higher: 'Höher als üblich auf dieser Strecke',
  typicalMass: 'üblich {mass}',
  range: 'Wahrscheinlich {low} bis {high} pro Person',
  method: 'So wird geschätzt',
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
