export type { AccessNotice } from './access-notices.ts';
export { JOB_CHANNEL } from './job-notices.ts';
export type { NoticeWatch } from './listen.ts';
export type { MocNotice } from './moc-notices.ts';
export { inIds } from './long-lists.ts';
export { batches } from './long-lists.ts';
export { openDatabase } from './client.ts';
export { RESTORE_MARK } from './restore-mark.ts';
export { copyDatabase } from './dump/copy-database.ts';
export type { TableLayout } from './dump/layout.ts';
export { filledTables, loadDatabase } from './dump/load.ts';
export { contentsOf, ContentSum, type Snapshot, withSnapshot } from './dump/snapshot.ts';
export type { Database } from './database.ts';
export { type ConnectionFacts, probeConnection } from './probe-connection.ts';
export type { Db } from './db.ts';
export { parsePostgresUrl } from './postgres-url.ts';
export { letOthersRun } from './event-loop.ts';
export { freeBytes, isDiskLow } from './disk-space.ts';
export {
  DatabaseUnavailableError,
  DiskFullError,
  FolderInUseError,
  isDatabaseLost,
  isDiskFull,
  uniqueViolation,
} from './errors.ts';
