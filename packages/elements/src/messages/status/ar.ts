import type { StatusMessages } from './status-messages.ts';

/** Arabic. */
const messages: StatusMessages = {
  pending: 'بانتظار تأكيد الدفع…',
  completed: 'تم دفع مساهمتك.',
  allocated: 'خُصّص لك {mass} من أرصدة الكربون',
  retired: 'سُحب من التداول لصالحك {mass} من أرصدة الكربون',
  allocatedFuel: 'خُصّصت لك شهادات وقود طيران عن {mass} من CO₂e',
  retiredFuel: 'سُحبت من التداول لصالحك شهادات وقود طيران عن {mass} من CO₂e',
  amount: 'المبلغ: {price}',
  refunded: 'رُدّ مبلغ مساهمتك.',
  partRefunded: 'رُدّ جزء من المبلغ.',
  reference: 'المرجع: {id}',
  receipt: 'الإيصال',
  failed: 'لم يكتمل الدفع ولم تتم المساهمة.',
  waiting: 'لم يتأكد الدفع بعد. قد يستغرق ذلك بضع دقائق.',
  unknown: 'تعذّر التحقق من حالة مساهمتك.',
  unaffected: 'حجزك لا يتأثر.',
  checkAgain: 'تحقّق مجددًا',
  tonnes: '{n} طن',
  disclaimer: 'تموّل مساهمتك مشروعًا في مكان آخر. وهي لا تخفّض انبعاثات رحلتك ولا تلغيها.',
};

export default messages;
