import type { WidgetMessages } from './widget-messages.ts';

/** Arabic. */
const messages: WidgetMessages = {
  loading: 'جارٍ تقدير الانبعاثات…',
  label: 'الانبعاثات المقدّرة، {cabin}',
  cabins: {
    economy: 'الدرجة السياحية',
    premiumEconomy: 'الدرجة السياحية الممتازة',
    business: 'درجة رجال الأعمال',
    first: 'الدرجة الأولى',
  },
  tonnes: '{n} طن',
  perPassenger: 'CO₂e لكل مسافر',
  total: 'CO₂e إجمالًا',
  range: 'على الأرجح من {low} إلى {high} لكل مسافر',
  details: 'التفاصيل',
  optIn: 'المساهمة في مشروع مناخي',
  purchase: 'شراء {mass} من أرصدة الكربون وسحبها من التداول',
  disclaimer: 'تموّل مساهمتك مشروعًا في مكان آخر. وهي لا تخفّض انبعاثات هذه الرحلة ولا تلغيها.',
  optOut: 'يمكنك تخطّي هذه الخطوة.',
  unaffected: 'حجزك لا يتأثر.',
  unavailable: 'لا يوجد تقدير لهذه الرحلة.',
  failed: 'تعذّر تحميل التقدير.',
  retry: 'حاول مجددًا',
};

export default messages;
