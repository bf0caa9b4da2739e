/** Lists of the console beside orders: payments by merchant, and merchants' failed requests. */
const LISTS = `
create index payments_merchant on payments (merchant_id, id);
create table failed_requests (
  merchant_id text not null, id text not null, request_id text not null, at bigint not null, method text not null,
  route text not null, status bigint not null, code bigint not null, message text not null, duration_ms bigint not null,
  primary key (merchant_id, id)
);
create index failed_requests_request on failed_requests (merchant_id, request_id, id);
create index failed_requests_age on failed_requests (at)`;

/** Payments by merchant, and failed requests. */
export function consoleLists(): string[] {
  return LISTS.split(';').map((statement) => statement.trim());
}
