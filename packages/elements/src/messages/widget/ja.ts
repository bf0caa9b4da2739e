import type { WidgetMessages } from './widget-messages.ts';

/** Japanese. */
const messages: WidgetMessages = {
  loading: '排出量を推定しています…',
  label: '推定排出量（{cabin}クラス）',
  cabins: {
    economy: 'エコノミー',
    premiumEconomy: 'プレミアムエコノミー',
    business: 'ビジネス',
    first: 'ファースト',
  },
  tonnes: '{n} t',
  perPassenger: 'CO₂e（1人あたり）',
  total: 'CO₂e（合計）',
  range: '1人あたりおそらく {low} から {high}',
  details: '詳細',
  optIn: '気候プロジェクトに拠出する',
  purchase: '{mass} 分のカーボンクレジットを購入・無効化',
  disclaimer:
    '拠出金は別の場所のプロジェクトの資金になります。このフライトの排出量を減らすことも打ち消すこともありません。',
  optOut: '省略できます。',
  unaffected: 'ご予約には影響しません。',
  unavailable: 'この旅程の推定値はありません。',
  failed: '推定値を読み込めませんでした。',
  retry: 'もう一度お試しください',
};

export default messages;
