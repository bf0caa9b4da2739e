import type { OfficeMessages } from './office-messages.ts';

/** Arabic. */
const messages: OfficeMessages = {
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
  credits: 'أرصدة الكربون المسحوبة',
  time: 'الوقت',
  states: { pending: 'قيد الانتظار', completed: 'مكتمل', failed: 'فاشل' },
  page: 'صفحة {page} من {pages}',
  previous: 'السابق',
  next: 'التالي',
  loading: 'جارٍ التحميل…',
  empty: 'لا توجد طلبات مطابقة.',
  failed: 'لم يصل الرد.',
  notFound: 'لا توجد معاملة كهذه.',
  retry: 'حاول مجددًا',
  tonnes: '{n} طن',
};

export default messages;
