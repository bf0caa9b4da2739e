/**
 * Indexes hold only the rows that are looked up in them: an order without a tax id or an e-mail address is found by none, nor
 * is a line which is on no statement yet. Every order is spared writing them, when it is created and when it ends.
 */
const INDEXES = `
drop index orders_email;
create index orders_email on orders (merchant_id, email_key, created_at, id) where email_key is not null;
drop index orders_tax;
create index orders_tax on orders (merchant_id, user_tax_id, created_at, id) where user_tax_id is not null;
drop index statement_lines_statement;
create index statement_lines_statement on statement_lines (merchant_id, statement_id, created_at, id)
  where statement_id is not null`;

/** Indexes without the rows nobody looks up in them. */
export function narrowIndexes(): string[] {
  return INDEXES.split(';').map((statement) => statement.trim());
}
