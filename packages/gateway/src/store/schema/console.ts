import type { Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** A person who uses the console. The empty merchant is the gateway's own: operators. */
export interface ConsolePersonTable {
  merchant_id: string;
  id: string;
  role: string;
  name: string;
  /** E-mail address in lower case. */
  email_key: string;
  /** Issuer and subject of an identity provider, once the person signed in there. */
  subject: string | null;
  created_at: Millis;
}

/** A session of a person signed in to the console. */
export interface ConsoleSessionTable {
  merchant_id: string;
  token_hash: string;
  person_id: string;
  signed_in_at: Millis;
  used_at: Millis;
}

/** A link by which a person signs in, once; it is deleted with its use. */
export interface ConsoleLinkTable {
  merchant_id: string;
  token_hash: string;
  person_id: string;
  created_at: Millis;
  expires_at: Millis;
}

/** People of the console. */
export interface ConsoleTables {
  console_people: ConsolePersonTable;
  console_sessions: ConsoleSessionTable;
  console_links: ConsoleLinkTable;
}

/** A stored person of the console. */
export type ConsolePersonRow = Selectable<ConsolePersonTable>;
