export type { AccessNotice } from './access-notices.ts';
export type { MocNotice } from './moc-notices.ts';
export { inIds } from './long-lists.ts';
export { batches } from './long-lists.ts';
export { openDatabase, type Database, type DatabaseKind, type DatabaseOptions } from './client.ts';
export type { Db } from './db.ts';
export { letOthersRun } from './event-loop.ts';
export { freeBytes, isDiskLow } from './disk-space.ts';
export { DatabaseUnavailableError, DiskFullError, FolderInUseError, isDiskFull, uniqueViolation } from './errors.ts';
