import { and, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import type { Env } from '../env.ts';
import { type BackupRecords, readBackupRecords } from './backup-records.ts';

/** Backups and drills may be late by a failed try. */
const INTERVALS = 2;

/** What is known of backups and drills, and what is wrong with them. */
export interface BackupHealth extends BackupRecords {
  /** By the settings, the last one is too old, or there is none and none is being made. */
  readonly isBackupLate: boolean;
  /** The same of drills that passed. */
  readonly isDrillLate: boolean;
}

interface Last {
  readonly finishedAt: string;
}

interface Due {
  /** Null without a schedule. */
  readonly everyMs: number | null;
  readonly nowMs: number;
  /** Whether a job of the kind waits, runs or is tried again. */
  readonly isUnderWay: boolean;
}

/** Whether something is due for twice its interval. */
function isLate(last: Last | null, { everyMs, nowMs, isUnderWay }: Due): boolean {
  if (everyMs === null) return false;
  return last === null ? !isUnderWay : nowMs - Date.parse(last.finishedAt) > INTERVALS * everyMs;
}

export async function loadBackupHealth(db: Db, { backups }: Pick<Env, 'backups'>, now: Date): Promise<BackupHealth> {
  const [records, rows] = await Promise.all([
    readBackupRecords(db),
    db
      .selectDistinct({ kind: jobs.kind })
      .from(jobs)
      .where(and(inArray(jobs.kind, ['backup', 'drill']), inArray(jobs.status, ['pending', 'running']))),
  ]);
  const underWay = new Set(rows.map(({ kind }) => kind));
  const due = (everyMs: number | null, kind: string): Due => ({
    everyMs,
    nowMs: now.getTime(),
    isUnderWay: underWay.has(kind),
  });
  return {
    ...records,
    isBackupLate: isLate(records.backup, due(backups?.everyMs ?? null, 'backup')),
    isDrillLate: isLate(records.passedDrill, due(backups?.drills?.everyMs ?? null, 'drill')),
  };
}
