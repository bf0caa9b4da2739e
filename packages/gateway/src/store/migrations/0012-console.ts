/**
 * People who use the console, their sessions, and one-time links to sign in. Tokens are stored as hashes. Operators of
 * the gateway belong to the empty merchant. Each e-mail address is one person.
 */
const CONSOLE = `
create table console_people (
  merchant_id text not null, id text not null, role text not null, name text not null, email_key text not null,
  subject text, created_at bigint not null, primary key (merchant_id, id),
  check ((role = 'operator') = (merchant_id = ''))
);
create unique index console_people_email on console_people (email_key);
create unique index console_people_subject on console_people (subject);
create table console_sessions (
  merchant_id text not null, token_hash text not null, person_id text not null, signed_in_at bigint not null,
  used_at bigint not null, primary key (merchant_id, token_hash)
);
create index console_sessions_person on console_sessions (merchant_id, person_id);
create index console_sessions_age on console_sessions (signed_in_at);
create table console_links (
  merchant_id text not null, token_hash text not null, person_id text not null, created_at bigint not null,
  expires_at bigint not null, primary key (merchant_id, token_hash)
);
create index console_links_person on console_links (merchant_id, person_id);
create index orders_reference on orders (merchant_id, reference, created_at, id) where reference is not null;
create index deliveries_merchant on deliveries (merchant_id, sequence);
create index deliveries_unaccepted on deliveries (merchant_id, state, sequence) where state <> 'delivered'`;

/** Tables of the console, and the indexes for its lists. */
export function consoleTables(): string[] {
  return CONSOLE.split(';').map((statement) => statement.trim());
}
