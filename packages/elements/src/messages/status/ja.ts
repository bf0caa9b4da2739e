import type { StatusMessages } from './status-messages.ts';

/** Japanese. */
const messages: StatusMessages = {
  pending: 'お支払いの確認を待っています…',
  completed: '拠出金のお支払いが完了しました。',
  allocated: '{mass} 分のカーボンクレジットがお客様に割り当てられています',
  retired: '{mass} 分のカーボンクレジットがお客様のために無効化されました',
  allocatedFuel: '{mass} CO₂e 分の航空燃料証書がお客様に割り当てられています',
  retiredFuel: '{mass} CO₂e 分の航空燃料証書がお客様のために無効化されました',
  amount: '金額：{price}',
  refunded: '拠出金は返金されました。',
  partRefunded: '一部は返金されました。',
  reference: '照会番号：{id}',
  receipt: '領収書',
  failed: 'お支払いは完了しませんでした。拠出は行われていません。',
  waiting: 'お支払いはまだ確認されていません。数分かかることがあります。',
  unknown: '拠出の状況を確認できませんでした。',
  unaffected: 'ご予約には影響しません。',
  checkAgain: 'もう一度確認',
  tonnes: '{n} t',
  disclaimer:
    '拠出金は別の場所のプロジェクトの資金になります。フライトの排出量を減らすことも打ち消すこともありません。',
};

export default messages;
