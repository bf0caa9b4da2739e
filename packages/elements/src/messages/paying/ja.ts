import type { PayingMessages } from './paying-messages.ts';

/** Japanese. */
const messages: PayingMessages = {
  options: '拠出の割合',
  pay: '支払いに進む',
  opening: '支払いページを開いています…',
  notOpened: '支払いページが開きませんでした。請求はありません。',
  changed: '内容が{before}から{after}に変わりました。同意する場合は、もう一度チェックを入れてください。',
  used: '支払い済みです。',
  contrails: {
    low: '飛行機雲のリスク：低（数値に含まず）',
    medium: '飛行機雲のリスク：中（数値に含まず）',
    high: '飛行機雲のリスク：高（数値に含まず）',
  },
};

export default messages;
