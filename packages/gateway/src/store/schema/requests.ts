import type { Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** A request of a merchant that failed, without its body. */
export interface FailedRequestTable {
  merchant_id: string;
  /** Identifiers sort by time. */
  id: string;
  /** As the response named it; a caller may have chosen it, and used it before. */
  request_id: string;
  at: Millis;
  method: string;
  /** The path with the names of its parameters, not their values. */
  route: string;
  status: number;
  /** Code of the error, as in the response. */
  code: number;
  message: string;
  duration_ms: number;
}

/** Requests to the API. */
export interface RequestTables {
  failed_requests: FailedRequestTable;
}

/** A stored failed request. */
export type FailedRequestRow = Selectable<FailedRequestTable>;
