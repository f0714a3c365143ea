/** The database cannot be opened, with one sentence that says why and what to do about it. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** Another process has the data folder of the embedded database. */
export class FolderInUseError extends DatabaseUnavailableError {}

/** A change was refused because the disk of the embedded database is nearly full. Nothing was stored. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  readonly code = 'ENOSPC';
  constructor() {
    super('The disk of the database is full.');
  }
}

/** Error codes of operating systems and PostgreSQL (53100) for a full disk or quota. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether something failed because a disk is full, by itself or by its cause. */
export function isDiskFull(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth++) {
    if ('code' in at && DISK_FULL_CODES.has(at.code)) return true;
    at = 'cause' in at ? at.cause : null;
  }
  return false;
}

function causeOf(error: unknown): Record<string, unknown> | null {
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth++) {
    if ('code' in at && typeof at.code === 'string' && at.code.length === 5) return at as Record<string, unknown>;
    at = 'cause' in at ? at.cause : null;
  }
  return null;
}

/**
 * The unique constraint that made a query fail (SQLSTATE 23505), if one did. The two drivers name
 * the constraint differently.
 */
export function uniqueViolation(error: unknown): { constraint: string } | null {
  const cause = causeOf(error);
  if (cause?.['code'] !== '23505') return null;
  return { constraint: String(cause['constraint'] ?? cause['constraint_name'] ?? '') };
}
