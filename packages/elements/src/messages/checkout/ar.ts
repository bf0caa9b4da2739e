import type { CheckoutMessages } from './checkout-messages.ts';

/** Arabic. */
const messages: CheckoutMessages = {
  options: 'مقدار المساهمة',
  projects: 'المشروع',
  soldOut: 'نفدت الكمية',
  purchaseFuel: 'شراء شهادات وقود طيران عن {mass} من CO₂e',
  pay: 'المتابعة إلى الدفع',
  payPrice: 'دفع {price}',
  added: 'يُضاف {price} إلى حجزك.',
  redirecting: 'جارٍ فتح صفحة الدفع…',
  redirectFailed: 'تعذّر فتح صفحة الدفع ولم يُخصم شيء.',
  offerChanged: 'تغيّر هذا العرض: كان {before} وأصبح {after}. حدّد المربع مرة أخرى لقبوله.',
  alreadyPaid: 'هذه المساهمة مدفوعة بالفعل.',
};

export default messages;
