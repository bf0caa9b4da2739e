import type { WidgetMessages } from './widget-messages.ts';

/** Arabic. */
const messages: WidgetMessages = {
  estimating: 'جارٍ تقدير الانبعاثات…',
  label: 'الانبعاثات المقدّرة، {cabin}',
  cabins: {
    economy: 'السياحية',
    premiumEconomy: 'السياحية الممتازة',
    business: 'رجال الأعمال',
    first: 'الأولى',
  },
  tonnes: '{n} طن',
  perPassenger: 'CO₂e لكل مسافر',
  inAll: 'CO₂e إجمالًا',
  covers: 'من إنتاج الوقود إلى الرحلة',
  route: '{from} إلى {to}',
  lower: 'أقل من المعتاد على هذا المسار',
  typical: 'معتادة على هذا المسار',
  higher: 'أعلى من المعتاد على هذا المسار',
  typicalMass: 'المعتاد {mass}',
  between: 'على الأرجح {low} إلى {high} لكل مسافر',
  how: 'كيف جرى التقدير',
  contribute: 'المساهمة في مشروع مناخي',
  buys: 'شراء وسحب {mass} من أرصدة الكربون',
  honest: 'تموّل مساهمتك مشروعًا في مكان آخر. وهي لا تخفّض انبعاثات هذه الرحلة ولا تلغيها.',
  skip: 'يمكنك تخطّي هذا.',
  unaffected: 'حجزك لا يتأثر.',
  unavailable: 'لا يوجد تقدير لهذه الرحلة.',
  failed: 'تعذّر التحميل.',
  retry: 'حاول مجددًا',
};

export default messages;
