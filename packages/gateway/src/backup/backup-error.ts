/** Error of a backup or restore. Nothing was left half-done. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code = 'backup_failed';
}
