import type { BackOfficeMessages } from './back-office-messages.ts';

/** French. */
const messages: BackOfficeMessages = {
  orders: 'Commandes',
  totalOrders: 'Commandes',
  totalUsers: 'Utilisateurs',
  totalPaid: 'Payé',
  email: 'E-mail',
  taxId: 'Numéro fiscal',
  status: 'Statut',
  any: 'Tous',
  newest: 'Plus récentes d’abord',
  oldest: 'Plus anciennes d’abord',
  order: 'Commande',
  created: 'Créée',
  user: 'Utilisateur',
  amount: 'Quantité',
  payment: 'Paiement',
  project: 'Projet',
  transaction: 'Transaction',
  paid: 'Payé',
  credits: 'Crédits carbone',
  fuelCertificates: 'Certificats de carburant d’aviation',
  time: 'Date et heure',
  statuses: { pending: 'En attente', completed: 'Terminé', failed: 'Échoué' },
  page: 'Page {page} sur {pages}',
  previous: 'Précédente',
  next: 'Suivante',
  loading: 'Chargement…',
  empty: 'Aucune commande ne correspond.',
  failed: 'Impossible de charger cette page. Réessayez.',
  notFound: 'Transaction introuvable.',
  retry: 'Réessayer',
  tonnes: '{n} t',
};

export default messages;
