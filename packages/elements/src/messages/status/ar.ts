import type { StatusMessages } from './status-messages.ts';

/** Arabic. */
const messages: StatusMessages = {
  pending: 'بانتظار تأكيد الدفع…',
  completed: 'تم دفع مساهمتك.',
  retired: 'يُسحب {mass} من أرصدة الكربون لصالحك',
  failed: 'لم يكتمل الدفع ولم تتم المساهمة.',
  waiting: 'لم يتأكد الدفع بعد. قد يستغرق ذلك بضع دقائق.',
  unknown: 'تعذّر تحميل حالة مساهمتك.',
  unaffected: 'حجزك لا يتأثر.',
  again: 'تحقّق مجددًا',
  tonnes: '{n} طن',
  honest: 'تموّل مساهمتك مشروعًا في مكان آخر. وهي لا تخفّض انبعاثات رحلتك ولا تلغيها.',
};

export default messages;
