import type { PayingMessages } from './paying-messages.ts';

/** Japanese. */
const messages: PayingMessages = {
  shares: '拠出の割合',
  pay: '支払いに進む',
  opening: '支払いページを開いています…',
  notOpened: '支払いページが開きませんでした。請求はありません。もう一度お試しください。',
  changed: '価格が変わりました。ご確認ください。',
  used: '支払い済みです。',
};

export default messages;
