export type { AccessNotice } from './access-notices.ts';
export { among } from './among.ts';
export { batches } from './batches.ts';
export { openDatabase, type Database, type DatabaseKind, type DatabaseOptions } from './client.ts';
export type { Db } from './db.ts';
export { freeBytes, isDiskLow } from './disk-space.ts';
export { DatabaseUnavailable, DiskFull, FolderInUse, isDiskFull, uniqueViolation } from './errors.ts';
