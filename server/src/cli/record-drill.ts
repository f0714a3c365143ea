import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DrillRecord } from '../backup/backup-records.ts';
import type { BackupsAt } from '../backup/open-backups.ts';
import type { Env } from '../env.ts';
import { type Drilled, drill } from './drill.ts';
import { openOperator } from './operator.ts';

/** A drill, and whether the installation knows of it. */
export interface RecordedDrill extends Drilled {
  readonly isRecorded: boolean;
}

const FAULTS_MOST = 10;

/** The record of a drill that was ended. */
export const recordOf = ({ at, layers, pictures, faults }: Drilled): DrillRecord => ({
  finishedAt: new Date().toISOString(),
  backupAt: at,
  isPassed: faults.length === 0,
  layers,
  pictures,
  faults: faults.slice(0, FAULTS_MOST).map((fault) => fault.slice(0, 1000)),
});

/** The record of a drill that could not be done. */
export const failureOf = (error: unknown): DrillRecord => ({
  finishedAt: new Date().toISOString(),
  backupAt: null,
  isPassed: false,
  layers: 0,
  pictures: 0,
  faults: [(error as Error).message.slice(0, 1000)],
});

/** Makes a drill for the command line, and stores its outcome where the database answers. Throws what `drill` throws. */
export async function recordedDrill(
  from: BackupsAt,
  { env, scratch, at }: { env: Env; scratch: string; at: Date | null },
  signal: AbortSignal,
): Promise<RecordedDrill> {
  const context = { signal, onProgress: () => {} };
  try {
    const drilled = await drill(from, { place: env, scratch, at }, context);
    return { ...drilled, isRecorded: await record(env, recordOf(drilled)) };
  } catch (error) {
    if (!signal.aborted) await record(env, failureOf(error));
    throw error;
  }
}

/** False where there is no database, or where it does not answer. Drills may be made on other machines. */
async function record(env: Env, drilled: DrillRecord): Promise<boolean> {
  if (env.databaseUrl === null && !existsSync(join(env.dataDir, 'database'))) return false;
  try {
    const operator = await openOperator(env);
    try {
      await operator.run('drill.record', drilled, { signal: new AbortController().signal, onProgress: () => {} });
      return true;
    } finally {
      await operator.close();
    }
  } catch {
    return false;
  }
}
