import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { schedules } from '@overlook/db/schema';

/** Interval between reads of the table. */
const LOOK_MS = 60_000;

/** Work that is due again and again, for all processes on the database together. */
export interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
  /** Adds its job, in the transaction that sets when it is due next. */
  add(tx: Db): Promise<unknown>;
}

/** Adds what is due now, each once, however many processes ask; what is new is due at once. Returns the names. */
export async function addDue(db: Db, entries: readonly Scheduled[]): Promise<string[]> {
  const names = entries.map(({ name }) => name);
  await db
    .insert(schedules)
    .values(names.map((name) => ({ name, nextAt: sql`now()` })))
    .onConflictDoNothing();
  const added: string[] = [];
  for (const { name, everyMs, add } of entries)
    await db.transaction(async (tx) => {
      const isDue = and(eq(schedules.name, name), lte(schedules.nextAt, sql`now()`));
      const taken = await tx
        .update(schedules)
        .set({ nextAt: sql`now() + ${everyMs} * interval '1 millisecond'` })
        .where(isDue)
        .returning({ name: schedules.name });
      if (taken.length === 0) return;
      await add(tx);
      added.push(name);
    });
  return added;
}

/** Adds what is due, now and once a minute, until it is stopped. A failure is passed to `onError`; the next look follows. */
export function keepSchedule(
  db: Db,
  entries: readonly Scheduled[],
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let looking: Promise<unknown> = Promise.resolve();
  const look = () => (looking = addDue(db, entries).catch(onError));
  void look();
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
