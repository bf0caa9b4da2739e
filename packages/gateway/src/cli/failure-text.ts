import { sentence } from '../sentence.ts';
import { isConnectionFault } from '../store/database-unavailable.ts';
import { codeOf, fileFault, LOCK_NOT_AVAILABLE, STATEMENT_TIMEOUT } from '../store/error-code.ts';

/** Explains a command's failure to the person who ran it; undefined for an error of the program itself. */
export function failureText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isConnectionFault(error))
    return `The database that DATABASE_URL names is unavailable (${codeOf(error) || error.message}). Check the URL, and that the server runs.`;
  if (!('code' in error)) return undefined;
  const code = String(error.code);
  if (code === STATEMENT_TIMEOUT)
    return 'A statement took longer than GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS, for example because another command was writing the same rows. Run the command again, or raise the setting.';
  if (code === LOCK_NOT_AVAILABLE)
    return 'A table was in use for too long, for example by a backup or a report; nothing was changed. Run the command again once that has ended.';
  // SQLite's own message names no file, and may call a full disk an I/O error. Its temporary files may be on another disk.
  if (/^SQLITE_(FULL|IOERR|READONLY)/.test(code))
    return `The database that DATABASE_URL names cannot be written (${code}). Check that its disk has room, and that this account may write the file and its folder. Migrations also sort in temporary files: SQLITE_TMPDIR can name a folder with room for them.`;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return `The database that DATABASE_URL names is damaged, or is not a database (${code}). Stop the gateway, keep a copy of the file with its -wal, check the disk, and restore the newest backup.`;
  // Login refused or database missing: PostgreSQL's message names neither server nor setting.
  if (/^(28|3D)...$/.test(code))
    return sentence(`The server that DATABASE_URL names refuses it: ${error.message}`);
  if (code === '53300')
    return `${sentence(`The server that DATABASE_URL names has no connection left: ${error.message}`)} Lower GATEWAY_DATABASE_POOL_SIZE of every process, or raise the limit, such as max_connections of the server.`;
  // Standby, missing rights or full disk: PostgreSQL names no setting here either.
  if (/^(25006|42501|53100)$/.test(code))
    return `${sentence(`The server that DATABASE_URL names refuses it: ${error.message}`)} Check that it is the primary, that its disk has room, and that this account may write there; migrations need the one that owns the tables.`;
  if (!('syscall' in error)) return sentence(error.message);
  const path = 'path' in error ? String(error.path) : 'The file';
  return `${path} cannot be opened: ${fileFault(code)}.`;
}
