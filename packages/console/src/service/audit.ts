import type { ListPage } from './page.ts';

/** A change by staff. */
export interface AuditRow {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly channel: string;
  /** Identifier of a person or an API key. */
  readonly actor: string;
  /** The person's name; undefined if it is unknown or was erased. */
  readonly name: string | undefined;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The audit log. */
export interface AuditService {
  /** Newest first. @param merchantId undefined for the gateway's own changes. */
  list(merchantId: string | undefined, cursor?: string): Promise<ListPage<AuditRow>>;
}
