import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { auditEntries } from '@overlook/db/schema';
import { OWN_CHANGES_IN_WINDOW, SIGN_IN_WINDOW_MS } from '@overlook/shared/config';
import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../../context.ts';
import { tooMany } from '../../../errors/app-error.ts';

/** Operations that users may repeat as often as they like: each adds an entry to the audit, which cannot be deleted. */
const OWN_CHANGES = ['auth.updateAccount', 'auth.setPassword'];

/**
 * Throws 429 when the caller has changed their own account too often in the last quarter of an hour, so that the audit
 * cannot be filled. `tx` has locked the caller's row: changes at the same time are counted one after another.
 */
export async function assertFewOwnChanges({ clock, caller }: SignedInContext, tx: Pick<Db, 'select'>): Promise<void> {
  const since = new Date(clock.now().getTime() - SIGN_IN_WINDOW_MS);
  const [earliest] = await tx
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.userId, caller.userId),
        gt(auditEntries.at, since),
        inArray(auditEntries.action, OWN_CHANGES),
        isNull(auditEntries.refusal),
      ),
    )
    .orderBy(desc(auditEntries.at))
    .offset(OWN_CHANGES_IN_WINDOW - 1)
    .limit(1);
  if (!earliest) return;
  throw tooMany(
    ACCOUNT_MESSAGES['account.tooManyChanges'],
    Math.ceil((earliest.at.getTime() - since.getTime()) / 1000),
  );
}
