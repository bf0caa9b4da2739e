import type { PayingMessages } from './paying-messages.ts';

/** Arabic. */
const messages: PayingMessages = {
  shares: 'مقدار المساهمة',
  pay: 'المتابعة إلى الدفع',
  opening: 'جارٍ فتح صفحة الدفع…',
  notOpened: 'لم تُفتح صفحة الدفع ولم يُخصم شيء: حاول مجددًا.',
  changed: 'تغيّر السعر. تحقّق منه قبل المتابعة.',
  used: 'هذه المساهمة مدفوعة بالفعل.',
};

export default messages;
