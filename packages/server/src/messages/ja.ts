import type { LaterMessages } from './messages.ts';

/** Japanese. */
export const ja: LaterMessages = {
  tonnes: '{n} t',
  title: '気候プロジェクトに拠出する',
  flights: 'ご予約のフライト',
  leg: '{from} から {to}、{flight}、{date}',
  estimate: '推定排出量：{mass} CO₂e',
  project: 'プロジェクト：{project}',
  purchase: '{mass} 分のカーボンクレジットを購入・無効化',
  purchaseFuel: '{mass} CO₂e 分の航空燃料証書を購入',
  disclaimer:
    '拠出金は別の場所のプロジェクトの資金になります。フライトの排出量を減らすことも打ち消すこともありません。',
  agree: '{price} を拠出します',
  agreeFirst: '拠出するにはチェックを入れてください。',
  renewed: '内容が変わりました。確認して、もう一度チェックを入れてください。',
  pay: '支払いに進む',
  optional: '省略できます。ご予約には影響しません。',
  pending: '拠出金はお支払い待ちです。',
  resume: '支払いに進む',
  contributed: 'このご予約では拠出が済んでいます。ありがとうございます。',
  failed:
    'この拠出金は期限までに支払われませんでした。請求はありません。このリンクは再び使うことはできません。',
  unavailable: '現在、このフライトの拠出は受け付けていません。後でもう一度お試しください。',
  expired: 'このリンクの有効期限が切れました。',
  notFound: 'このリンクは無効です。旅程のメールからもう一度開いてください。',
};
