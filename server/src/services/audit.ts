import { and, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { auditEntries } from '@overlook/db/schema';
import { SIGN_IN_WINDOW_MS, STRANGER_REFUSALS_AUDITED_IN_WINDOW } from '@overlook/shared/config';
import type { ErrorCode } from '@overlook/shared/schemas';
import type { RequestContext } from '../context.ts';

/**
 * Who asks, from where and when: all that an audit entry takes from a request. Whoever signs in is named as the caller
 * although their session has yet to begin.
 */
type Asking = Pick<RequestContext, 'address' | 'clock'> & { readonly caller: { readonly userId: number } | null };

interface AuditedAct {
  /** The operation, for example `users.disable`. */
  readonly action: string;
  /** What it was done to, for example `user:5`. */
  readonly subject?: string | undefined;
  /** What changed, in the reader's terms. Never a password, token or code. */
  readonly details?: Record<string, unknown>;
}

const entryOf = ({ caller, address, clock }: Asking, { action, subject, details = {} }: AuditedAct) => ({
  at: clock.now(),
  userId: caller?.userId ?? null,
  address,
  action,
  subject: subject ?? null,
  details,
});

/** Writes down what was done; `tx` is the transaction of the change itself, so that neither is there without the other. */
export async function recordDone(tx: Pick<Db, 'insert'>, asking: Asking, act: AuditedAct): Promise<void> {
  await tx.insert(auditEntries).values(entryOf(asking, act));
}

/** Whether strangers have failed so often lately that no more of it is kept: nobody can fill the audit from outside. */
async function isFullOfStrangers({ db, clock }: Pick<RequestContext, 'db' | 'clock'>): Promise<boolean> {
  const since = new Date(clock.now().getTime() - SIGN_IN_WINDOW_MS);
  const isStrangers = and(gt(auditEntries.at, since), isNull(auditEntries.userId), isNotNull(auditEntries.refusal));
  const kept = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(isStrangers)
    .limit(STRANGER_REFUSALS_AUDITED_IN_WINDOW);
  return kept.length === STRANGER_REFUSALS_AUDITED_IN_WINDOW;
}

/**
 * Writes down what was refused. Its change was rolled back, so this is written by itself. Of people without a session only so many
 * are written in a quarter of an hour; the server's log has them all.
 */
export async function recordRefusal(
  asking: Asking & Pick<RequestContext, 'db'>,
  act: AuditedAct,
  refusal: ErrorCode,
): Promise<void> {
  if (asking.caller === null && (await isFullOfStrangers(asking))) return;
  await asking.db.insert(auditEntries).values({ ...entryOf(asking, act), refusal });
}
