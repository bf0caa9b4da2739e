import { type Kysely, sql } from 'kysely';
import { LETTERS } from '../ids.ts';
import type { Schema } from '../schema.ts';

/** How to make a suitable database. */
const REMEDY = "Make one with `create database … encoding 'UTF8' locale 'C' template template0`.";

/**
 * Returns why a database cannot store the gateway's text, or not in its order; undefined if it can. `SQL_ASCII` stores
 * the bytes of names unchanged. Queries for old rows compare identifiers, and the hashes of a batch are sorted: some
 * languages have another order of the alphabet, such as Y before J or Z before T, or sort two letters such as AA or CH
 * as one.
 */
export async function findTextFault(kysely: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ encoding: string; is_sorted: boolean }>`
    with letters as (select unnest(${[...LETTERS]}::text[]) as letter),
      pairs as (select one.letter || other.letter as pair from letters as one cross join letters as other)
    select current_setting('server_encoding') as encoding,
      array_agg(pair order by pair) = array_agg(pair order by pair collate "C") as is_sorted from pairs`.execute(
    kysely,
  );
  const [{ encoding, is_sorted } = { encoding: '', is_sorted: false }] = rows;
  if (!/^(?:UTF8|SQL_ASCII)$/.test(encoding))
    return `This database stores text in ${encoding}, which lacks letters of the names of travellers. ${REMEDY}`;
  if (!is_sorted)
    return `This database sorts text by the rules of a language in which identifiers are not in the order in which they were made. ${REMEDY}`;
  return undefined;
}
