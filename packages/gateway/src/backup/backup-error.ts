/** A backup could not be made or restored. Nothing was left half-done. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code = 'backup_failed';
}
