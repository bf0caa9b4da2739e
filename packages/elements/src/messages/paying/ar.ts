import type { PayingMessages } from './paying-messages.ts';

/** Arabic. */
const messages: PayingMessages = {
  options: 'مقدار المساهمة',
  pay: 'المتابعة إلى الدفع',
  opening: 'جارٍ فتح صفحة الدفع…',
  notOpened: 'لم تُفتح صفحة الدفع ولم يُخصم شيء.',
  changed: 'تغيّر هذا العرض: كان {before} وأصبح {after}. حدّد المربع مرة أخرى لقبوله.',
  used: 'هذه المساهمة مدفوعة بالفعل.',
  contrails: {
    low: 'خطر منخفض لخطوط التكاثف، غير محتسب',
    medium: 'خطر متوسط لخطوط التكاثف، غير محتسب',
    high: 'خطر مرتفع لخطوط التكاثف، غير محتسب',
  },
};

export default messages;
