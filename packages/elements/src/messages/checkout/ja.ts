import type { CheckoutMessages } from './checkout-messages.ts';

/** Japanese. */
const messages: CheckoutMessages = {
  options: '拠出の割合',
  pay: '支払いに進む',
  payPrice: '{price} を支払う',
  added: '予約に {price} が加算されます。',
  redirecting: '支払いページを開いています…',
  redirectFailed: '支払いページを開けませんでした。請求はありません。',
  offerChanged: '内容が{before}から{after}に変わりました。同意する場合は、もう一度チェックを入れてください。',
  alreadyPaid: '支払い済みです。',
};

export default messages;
