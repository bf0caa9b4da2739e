import type { BackOfficeMessages } from './back-office-messages.ts';

/** German. */
const messages: BackOfficeMessages = {
  orders: 'Bestellungen',
  totalOrders: 'Bestellungen',
  totalUsers: 'Personen',
  totalPaid: 'Bezahlt',
  email: 'E-Mail',
  taxId: 'Steuernummer',
  status: 'Status',
  any: 'Alle',
  newest: 'Neueste zuerst',
  oldest: 'Älteste zuerst',
  order: 'Bestellung',
  created: 'Erstellt',
  user: 'Person',
  amount: 'Menge',
  payment: 'Zahlung',
  project: 'Projekt',
  transaction: 'Transaktion',
  paid: 'Bezahlt',
  credits: 'CO₂-Zertifikate',
  fuelCertificates: 'Flugkraftstoff-Zertifikate',
  time: 'Zeitpunkt',
  statuses: { pending: 'Offen', completed: 'Abgeschlossen', failed: 'Fehlgeschlagen' },
  page: 'Seite {page} von {pages}',
  previous: 'Zurück',
  next: 'Weiter',
  loading: 'Wird geladen\u00a0…',
  empty: 'Keine passenden Bestellungen.',
  failed: 'Die Seite konnte nicht geladen werden. Versuchen Sie es erneut.',
  notFound: 'Transaktion nicht gefunden.',
  retry: 'Erneut versuchen',
  tonnes: '{n} t',
};

export default messages;
