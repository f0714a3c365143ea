import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { uploads } from '@overlook/db/schema';

/** How long a request may write without a sign of life: one whose process was killed ends then. */
const LEASE_MS = 10_000;
const RENEW_MS = 3000;
/** A waiting request looks again after this. */
const LOOK_MS = 200;
/** Longer than a lease: the request of a killed process does not fail those that follow. */
const WAIT_MS = LEASE_MS + 5000;

const until = () => sql`now() + ${LEASE_MS} * interval '1 millisecond'`;

/**
 * One request writes a delivery at a time, in whichever server process. A request whose connection has silently ended gives way to the next
 * one: in its own process at once, in another one when its lease is over.
 */
export function createUploadLocks(db: Db): Locker {
  const held = new Map<string, () => unknown>();
  return { newLock: (id) => createLock(db, id, held) };
}

function createLock(db: Db, id: string, held: Map<string, () => unknown>): Lock {
  const owner = randomUUID();
  let renewing: NodeJS.Timeout | undefined;
  const take = async () => {
    const isFree = or(isNull(uploads.lockUntil), lt(uploads.lockUntil, sql`now()`));
    const taken = await db
      .update(uploads)
      .set({ lockOwner: owner, lockUntil: until() })
      .where(and(eq(uploads.id, id), isFree))
      .returning({ id: uploads.id });
    return taken.length > 0;
  };
  const renew = async (onLost: () => unknown) => {
    const kept = await db
      .update(uploads)
      .set({ lockUntil: until() })
      .where(and(eq(uploads.id, id), eq(uploads.lockOwner, owner)))
      .returning({ id: uploads.id })
      // A database that does not answer for a moment takes no lease away.
      .catch(() => [null]);
    if (kept.length === 0) onLost();
  };
  return {
    async lock(signal, giveWay) {
      const since = Date.now();
      while (!(await take())) {
        if (signal.aborted || Date.now() - since > WAIT_MS) throw ERRORS.ERR_LOCK_TIMEOUT;
        held.get(id)?.();
        await delay(LOOK_MS);
      }
      held.set(id, giveWay);
      renewing = setInterval(() => void renew(giveWay), RENEW_MS);
    },
    async unlock() {
      clearInterval(renewing);
      held.delete(id);
      await db
        .update(uploads)
        .set({ lockOwner: null, lockUntil: null })
        .where(and(eq(uploads.id, id), eq(uploads.lockOwner, owner)));
    },
  };
}
