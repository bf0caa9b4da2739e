import type { BackOfficeMessages } from './back-office-messages.ts';

/** Japanese. */
const messages: BackOfficeMessages = {
  orders: '注文',
  totalOrders: '注文数',
  totalUsers: '利用者数',
  totalPaid: '支払総額',
  email: 'メール',
  taxId: '納税者番号',
  status: '状態',
  any: 'すべて',
  newest: '新しい順',
  oldest: '古い順',
  order: '注文',
  created: '作成日時',
  user: '利用者',
  amount: '数量',
  payment: '支払い',
  project: 'プロジェクト',
  transaction: '取引',
  paid: '支払額',
  credits: 'カーボンクレジット',
  fuelCertificates: '航空燃料証書',
  time: '日時',
  statuses: { pending: '保留中', completed: '完了', failed: '失敗' },
  page: '{page} / {pages} ページ',
  previous: '前へ',
  next: '次へ',
  loading: '読み込み中…',
  empty: '該当する注文はありません。',
  failed: 'ページを読み込めませんでした。もう一度お試しください。',
  notFound: '取引が見つかりません。',
  retry: 'もう一度試す',
  tonnes: '{n} t',
};

export default messages;
