import { type Database, openDatabase } from '@overlook/db';
import { createScratchDatabase, openMemoryDatabase } from '@overlook/db/testing';

/** A kind of database that a test runs on. */
export interface DatabaseKind {
  readonly name: 'PGlite' | 'PostgreSQL';
  open(): Promise<Database>;
}

/**
 * PGlite, and PostgreSQL where a server answers, for `describe.each`. The PostgreSQL database is one for the whole test
 * file; `drop` removes it at the end.
 */
export async function databaseKinds(): Promise<{ kinds: readonly DatabaseKind[]; drop(): Promise<void> }> {
  const scratch = await createScratchDatabase();
  const kinds: DatabaseKind[] = [{ name: 'PGlite', open: openMemoryDatabase }];
  if (scratch) kinds.push({ name: 'PostgreSQL', open: () => openDatabase({ databaseUrl: scratch.url, dataDir: '' }) });
  return { kinds, drop: async () => scratch?.drop() };
}
