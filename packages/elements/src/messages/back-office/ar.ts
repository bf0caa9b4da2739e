import type { BackOfficeMessages } from './back-office-messages.ts';

/** Arabic. */
const messages: BackOfficeMessages = {
  orders: 'الطلبات',
  totalOrders: 'الطلبات',
  totalUsers: 'المستخدمون',
  totalPaid: 'المدفوع',
  email: 'البريد الإلكتروني',
  taxId: 'الرقم الضريبي',
  status: 'الحالة',
  any: 'الكل',
  newest: 'الأحدث أولًا',
  oldest: 'الأقدم أولًا',
  order: 'الطلب',
  created: 'تاريخ الإنشاء',
  user: 'المستخدم',
  amount: 'الكمية',
  payment: 'الدفع',
  project: 'المشروع',
  transaction: 'المعاملة',
  paid: 'المدفوع',
  credits: 'أرصدة الكربون',
  fuelCertificates: 'شهادات وقود طيران',
  time: 'التاريخ والوقت',
  statuses: { pending: 'قيد الانتظار', completed: 'مكتمل', failed: 'فشل' },
  page: 'صفحة {page} من {pages}',
  previous: 'السابق',
  next: 'التالي',
  loading: 'جارٍ التحميل…',
  empty: 'لا توجد طلبات مطابقة.',
  failed: 'تعذّر تحميل الصفحة. حاول مجددًا.',
  notFound: 'المعاملة غير موجودة.',
  retry: 'حاول مجددًا',
  tonnes: '{n} طن',
};

export default messages;
