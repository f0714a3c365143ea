import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { auditEntries } from '@overlook/db/schema';
import {
  PERSON_REFUSALS_AUDITED_IN_WINDOW,
  SIGN_IN_WINDOW_MS,
  STRANGER_REFUSALS_AUDITED_IN_WINDOW,
} from '@overlook/shared/config';
import type { ErrorCode } from '@overlook/shared/schemas';
import type { Clock } from './clock.ts';

/**
 * User, address and time: the parts of a request that an audit entry has. A user who signs in is named as the caller
 * although the session does not exist yet.
 */
interface Asking {
  readonly caller: { readonly userId: number } | null;
  /** IP address of the client. */
  readonly address: string;
  readonly clock: Clock;
}

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

/** Records a change in the audit. `tx` is the transaction of the change, so that both are stored or neither. */
export async function recordDone(tx: Pick<Db, 'insert'>, asking: Asking, act: AuditedAct): Promise<void> {
  await tx.insert(auditEntries).values(entryOf(asking, act));
}

/**
 * Whether a user was refused so often lately that further refusals are not stored, so that the audit cannot be filled.
 * All people without a session count as one.
 */
async function isKeptEnoughOf(userId: number | null, { db, clock }: { db: Db; clock: Clock }) {
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
 * Refusals that are stored: not malformed input, and without a session, which anyone can send, failed sign-ins only. An
 * unknown challenge says nothing about any account.
 */
const AUDITED_REFUSALS: Record<'withSession' | 'without', ReadonlySet<ErrorCode>> = {
  withSession: new Set([
    'WRONG_CREDENTIALS',
    'SIGN_IN_EXPIRED',
    'FORBIDDEN',
    'DISCLAIMER_REQUIRED',
    'BEARER_REQUIRED',
    'NOT_FOUND',
    'CONFLICT',
    'TOO_MANY_TRIES',
  ]),
  without: new Set(['WRONG_CREDENTIALS']),
};

/**
 * Records a refusal of a kind that is stored, outside the transaction, which was rolled back. In a quarter of an hour a
 * limited number is stored for one person, and for all people without a session together; the server's log has them
 * all.
 */
export async function recordRefusal(
  asking: Asking & { readonly db: Db },
  act: AuditedAct,
  refusal: ErrorCode,
): Promise<void> {
  if (!AUDITED_REFUSALS[asking.caller ? 'withSession' : 'without'].has(refusal)) return;
  if (await isKeptEnoughOf(asking.caller?.userId ?? null, asking)) return;
  await asking.db.insert(auditEntries).values({ ...entryOf(asking, act), refusal });
}
