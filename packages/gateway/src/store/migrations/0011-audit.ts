/**
 * Changes by staff. Rows of a merchant form a chain: each holds the hash of the previous one, and the head is kept
 * separately, so that a missing last row is noticed too. Names of people are in a table of their own, whose rows can be
 * erased: the chain holds only a salted hash of them. The operator has its own chain, ''.
 */
const AUDIT = `
create table audit_log (
  merchant_id text not null, number bigint not null check (number > 0), at bigint not null,
  channel text not null check (channel in ('cli', 'console', 'api')), actor text not null,
  action text not null, subject text not null, before text, after text, name_hash text,
  previous text not null, hash text not null,
  primary key (merchant_id, number)
);
create index audit_log_subject on audit_log (merchant_id, subject, number);
create index audit_log_at on audit_log (at);
create table audit_names (
  merchant_id text not null, number bigint not null, name text not null, salt text not null,
  primary key (merchant_id, number)
);
create index audit_names_name on audit_names (merchant_id, name);
create table audit_heads (merchant_id text primary key, number bigint not null, hash text not null)`;

/** The audit log. */
export function audit(): string[] {
  return AUDIT.split(';').map((statement) => statement.trim());
}
