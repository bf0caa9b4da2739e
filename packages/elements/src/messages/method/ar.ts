import type { MethodMessages } from './method-messages.ts';

/** Arabic. */
const messages: MethodMessages = {
  route: '{from} إلى {to}',
  scope: 'من إنتاج الوقود إلى الرحلة',
  lower_route: 'أقل من المعتاد على هذا المسار بنسبة {percent}',
  lower_length: 'أقل من المعتاد لرحلات بهذا الطول بنسبة {percent}',
  typical_route: 'ضمن المعتاد على هذا المسار',
  typical_length: 'ضمن المعتاد لرحلات بهذا الطول',
  higher_route: 'أعلى من المعتاد على هذا المسار بنسبة {percent}',
  higher_length: 'أعلى من المعتاد لرحلات بهذا الطول بنسبة {percent}',
  typicalMass: 'المعتاد {mass}',
  band: 'من {low} إلى {high}: ثمانية من كل عشرة تقديرات',
  probably: 'على الأرجح {aircraft} ({percent})',
  travel_impact_model: 'منهجية Travel Impact Model 3.0، بيانات مفتوحة',
  service_estimate: 'تقدير خدمة الانبعاثات',
  carriers_on_route: 'المعتاد: وسيط شركات الطيران على هذا المسار',
  carriers_at_home: 'المعتاد: وسيط شركات الطيران في البلدين',
  world_mix: 'المعتاد: الطائرات المستخدمة عالميًا لهذه المسافة',
  average_of_cabins: 'متوسط جميع الدرجات',
  ground_handling: 'يشمل الخدمات الأرضية: {mass} لكل مسافر',
  other_methods: 'بعض الرحلات: {names}',
  contrails_low: 'خطر منخفض لخطوط التكاثف، غير محتسب',
  contrails_medium: 'خطر متوسط لخطوط التكاثف، غير محتسب',
  contrails_high: 'خطر مرتفع لخطوط التكاثف، غير محتسب',
};

export default messages;
