/** Parts of column names whose values never enter the audit log. Its rows cannot be erased. */
const FORBIDDEN =
  /secret|sealed|token|password|private|key_hash|api_?key$|email|user_|tax_id|reason|metadata/i;

/** The audit log was given a value that must not be in it: a bug in the program. */
export class AuditContentError extends Error {
  override readonly name = 'AuditContentError';
  readonly code = 'audit_content';
}

/**
 * Refuses secrets and personal data, by the names of their fields, at any depth.
 * @throws AuditContentError which names the field, never its value.
 */
export function refuseForbidden(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (FORBIDDEN.test(name)) throw new AuditContentError(`the audit log must not contain "${name}"`);
    refuseForbidden(inner);
  }
}
