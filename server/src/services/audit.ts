import type { Db } from '@overlook/db';
import { auditEntries } from '@overlook/db/schema';
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

/** Writes down what was refused. Its change was rolled back, so this stands alone. */
export async function recordRefusal(
  asking: Asking & Pick<RequestContext, 'db'>,
  act: AuditedAct,
  refusal: ErrorCode,
): Promise<void> {
  await asking.db.insert(auditEntries).values({ ...entryOf(asking, act), refusal });
}
