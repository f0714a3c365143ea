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

/** An error, its cause, the cause of that, and so on. */
function chainOf(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (let at: unknown = error; typeof at === 'object' && at !== null && chain.length < 5;)
    at = chain[chain.push(at as Record<string, unknown>) - 1]!['cause'];
  return chain;
}

/** Whether something failed because a disk is full, by itself or by its cause. */
export const isDiskFull = (error: unknown): boolean => chainOf(error).some(({ code }) => DISK_FULL_CODES.has(code));

/** Whether a statement has waited for a lock as long as `lock_timeout` allows. */
export const isLockRefused = (error: unknown): boolean => chainOf(error).some(({ code }) => code === '55P03');

/**
 * Of postgres.js, and of PostgreSQL where it stops, starts, or has become a standby (class 08, 57P01 to 57P03, 25006): the same will work in
 * a moment.
 */
const CONNECTION_LOST = /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|CONNECT_TIMEOUT|08\d{3}|57P0[123]|25006)$/;
/** Of the system: only those of a query are of the database. */
const SOCKET_LOST = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/;

/** Whether a query failed because the database was not there, not because of the query. */
export function isDatabaseLost(error: unknown): boolean {
  const chain = chainOf(error);
  const isQuery = chain.some(({ query }) => typeof query === 'string');
  return chain.some(({ code }) => {
    const text = String(code);
    return CONNECTION_LOST.test(text) || (isQuery && SOCKET_LOST.test(text));
  });
}

const causeOf = (error: unknown): Record<string, unknown> | null =>
  chainOf(error).find(({ code }) => typeof code === 'string' && code.length === 5) ?? null;

/**
 * The unique constraint that made a query fail (SQLSTATE 23505), if one did. The two drivers name
 * the constraint differently.
 */
export function uniqueViolation(error: unknown): { constraint: string } | null {
  const cause = causeOf(error);
  if (cause?.['code'] !== '23505') return null;
  return { constraint: String(cause['constraint'] ?? cause['constraint_name'] ?? '') };
}
