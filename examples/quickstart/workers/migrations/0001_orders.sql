-- The table of kyselyStore.
create table if not exists flight_offset_store (
  key varchar(400) primary key,
  value text not null,
  expires_at bigint not null,
  pending smallint not null
);
create index if not exists flight_offset_store_pending on flight_offset_store (pending);
