import type { MethodMessages } from './method-messages.ts';

/** Japanese. */
const messages: MethodMessages = {
  route: '{from} から {to}',
  scope: '燃料の製造から飛行まで',
  lower_route: 'この路線の標準より {percent} 低い',
  lower_length: 'この距離の標準より {percent} 低い',
  typical_route: 'この路線の標準',
  typical_length: 'この距離の標準',
  higher_route: 'この路線の標準より {percent} 高い',
  higher_length: 'この距離の標準より {percent} 高い',
  typicalMass: '標準 {mass}',
  band: '{low}～{high}：推定の8割',
  probably: 'おそらく {aircraft}（{percent}）',
  travel_impact_model: 'Travel Impact Model 3.0 の手法、公開データ',
  service_estimate: '排出量サービスによる推定',
  carriers_on_route: '標準：この路線の航空会社の中央値',
  carriers_at_home: '標準：両国の航空会社の中央値',
  world_mix: '標準：この距離で世界的に使われる機材',
  average_of_cabins: '全クラスの平均',
  ground_handling: '地上業務を含む：1人あたり{mass}',
  other_methods: '一部の便：{names}',
  contrails_low: '飛行機雲のリスク：低（数値に含まず）',
  contrails_medium: '飛行機雲のリスク：中（数値に含まず）',
  contrails_high: '飛行機雲のリスク：高（数値に含まず）',
};

export default messages;
