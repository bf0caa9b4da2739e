import type { BackOfficeMessages } from './back-office-messages.ts';

/** Hindi. */
const messages: BackOfficeMessages = {
  orders: 'ऑर्डर',
  totalOrders: 'ऑर्डर',
  totalUsers: 'उपयोगकर्ता',
  totalPaid: 'भुगतान की गई राशि',
  email: 'ई-मेल',
  taxId: 'कर पहचान संख्या',
  status: 'स्थिति',
  any: 'सभी',
  newest: 'नए पहले',
  oldest: 'पुराने पहले',
  order: 'ऑर्डर',
  created: 'बनाया गया',
  user: 'उपयोगकर्ता',
  amount: 'मात्रा',
  payment: 'भुगतान',
  project: 'परियोजना',
  transaction: 'लेन-देन',
  paid: 'भुगतान की गई राशि',
  credits: 'कार्बन क्रेडिट',
  fuelCertificates: 'विमान ईंधन प्रमाणपत्र',
  time: 'तारीख और समय',
  statuses: { pending: 'लंबित', completed: 'पूर्ण', failed: 'विफल' },
  page: 'पृष्ठ {page} / {pages}',
  previous: 'पिछला',
  next: 'अगला',
  loading: 'लोड हो रहा है…',
  empty: 'कोई ऑर्डर नहीं मिला।',
  failed: 'पृष्ठ लोड नहीं हो सका। फिर से कोशिश करें।',
  notFound: 'लेन-देन नहीं मिला।',
  retry: 'फिर से कोशिश करें',
  tonnes: '{n} टन',
};

export default messages;
