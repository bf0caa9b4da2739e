import type { CheckoutMessages } from './checkout-messages.ts';

/** Japanese. */
const messages: CheckoutMessages = {
  options: '拠出の割合',
  projects: 'プロジェクト',
  soldOut: '売り切れ',
  purchaseFuel: '{mass} CO₂e 分の航空燃料証書を購入',
  pay: '支払いに進む',
  payPrice: '{price} を支払う',
  added: 'ご予約に {price} が加算されます。',
  redirecting: '支払いページを開いています…',
  redirectFailed: '支払いページを開けませんでした。請求はありません。',
  offerChanged: '内容が{before}から{after}に変わりました。同意する場合は、もう一度チェックを入れてください。',
  alreadyPaid: 'この拠出金はお支払い済みです。',
};

export default messages;
