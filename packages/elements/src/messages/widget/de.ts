import type { WidgetMessages } from './widget-messages.ts';

/** German. */
const messages: WidgetMessages = {
  estimating: 'Emissionen werden geschätzt …',
  label: 'Geschätzte Emissionen, {cabin}',
  cabins: { economy: 'Economy', premiumEconomy: 'Premium Economy', business: 'Business', first: 'First' },
  tonnes: '{n} t',
  perPassenger: 'CO₂e pro Person',
  inAll: 'CO₂e insgesamt',
  covers: 'Von der Treibstoffherstellung bis zum Flug',
  route: '{from} nach {to}',
  lower: 'Niedriger als üblich auf dieser Strecke',
  typical: 'Üblich auf dieser Strecke',
  higher: 'Höher als üblich auf dieser Strecke',
  typicalMass: 'üblich {mass}',
  between: 'Wahrscheinlich {low} bis {high} pro Person',
  how: 'So wird geschätzt',
  contribute: 'Ein Klimaprojekt unterstützen',
  buys: 'Kauft {mass} CO₂-Zertifikate und legt sie still',
  honest:
    'Ihr Beitrag finanziert ein Projekt anderswo. Er verringert die Emissionen dieses Fluges nicht und hebt sie nicht auf.',
  skip: 'Sie können dies überspringen.',
  unaffected: 'Ihre Buchung bleibt unberührt.',
  unavailable: 'Für diese Reise gibt es keine Schätzung.',
  failed: 'Dies konnte nicht geladen werden.',
  retry: 'Noch einmal versuchen',
};

export default messages;
