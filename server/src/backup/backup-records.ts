import { inArray, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { instanceState } from '@overlook/db/schema';
import { z } from 'zod';

/** The newest backup that was completed. It is written after that, so a restored database names the one before. */
const backupRecordSchema = z.object({
  /** Its name, and when its state of the database was read. */
  at: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** A folder, or an address of S3; without credentials. */
  to: z.string(),
  rows: z.number(),
  files: z.number(),
  bytes: z.number(),
  newBytes: z.number(),
});

/** A drill that was ended, well or not. */
export const drillRecordSchema = z.object({
  finishedAt: z.iso.datetime(),
  /** The backup that was restored; null where none could be. */
  backupAt: z.iso.datetime().nullable(),
  isPassed: z.boolean(),
  layers: z.number(),
  pictures: z.number(),
  /** The first sentences about what is wrong. */
  faults: z.array(z.string().max(1000)).max(10),
});

export type BackupRecord = z.infer<typeof backupRecordSchema>;
export type DrillRecord = z.infer<typeof drillRecordSchema>;

/** What is known of backups and drills; null for what never was. */
export interface BackupRecords {
  readonly backup: BackupRecord | null;
  readonly drill: DrillRecord | null;
  readonly passedDrill: DrillRecord | null;
}

const KEYS = { backup: 'last-backup', drill: 'last-drill', passedDrill: 'last-passed-drill' } as const;

async function write(db: Db, key: string, value: Record<string, unknown>): Promise<void> {
  await db
    .insert(instanceState)
    .values({ key, value })
    .onConflictDoUpdate({ target: instanceState.key, set: { value, at: sql`now()` } });
}

/** Stores that a backup was completed. */
export const recordBackup = (db: Db, record: BackupRecord): Promise<void> =>
  write(db, KEYS.backup, backupRecordSchema.parse(record));

/** Stores the outcome of a drill. */
export const recordDrill = (db: Db, record: DrillRecord): Promise<void> =>
  db.transaction(async (tx) => {
    await write(tx, KEYS.drill, record);
    if (record.isPassed) await write(tx, KEYS.passedDrill, record);
  });

export async function readBackupRecords(db: Db): Promise<BackupRecords> {
  const rows = await db
    .select()
    .from(instanceState)
    .where(inArray(instanceState.key, Object.values(KEYS)));
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const read = <T>(schema: z.ZodType<T>, key: string): T | null => schema.safeParse(stored.get(key)).data ?? null;
  return {
    backup: read(backupRecordSchema, KEYS.backup),
    drill: read(drillRecordSchema, KEYS.drill),
    passedDrill: read(drillRecordSchema, KEYS.passedDrill),
  };
}
