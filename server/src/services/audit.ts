import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { auditEntries } from '@overlook/db/schema';
import {
  PERSON_REFUSALS_AUDITED_IN_WINDOW,
  SIGN_IN_WINDOW_MS,
  STRANGER_REFUSALS_AUDITED_IN_WINDOW,
} from '@overlook/shared/config';
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

/**
 * Whether somebody was refused so often lately that no more of it is kept: nobody can fill the audit. All people without a
 * session count as one.
 */
async function isKeptEnoughOf(userId: number | null, { db, clock }: Pick<RequestContext, 'db' | 'clock'>) {
  const most = userId === null ? STRANGER_REFUSALS_AUDITED_IN_WINDOW : PERSON_REFUSALS_AUDITED_IN_WINDOW;
  const since = new Date(clock.now().getTime() - SIGN_IN_WINDOW_MS);
  const isTheirs = userId === null ? isNull(auditEntries.userId) : eq(auditEntries.userId, userId);
  const kept = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(and(gt(auditEntries.at, since), isTheirs, isNotNull(auditEntries.refusal)))
    .limit(most);
  return kept.length === most;
}

/**
 * Writes down what was refused. Its change was rolled back, so this is written by itself. Of one person, and of all without a
 * session together, only so many are written in a quarter of an hour; the server's log has them all.
 */
export async function recordRefusal(
  asking: Asking & Pick<RequestContext, 'db'>,
  act: AuditedAct,
  refusal: ErrorCode,
): Promise<void> {
  if (await isKeptEnoughOf(asking.caller?.userId ?? null, asking)) return;
  await asking.db.insert(auditEntries).values({ ...entryOf(asking, act), refusal });
}
