import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mails, users } from '@overlook/db/schema';
import { MAILS_WINDOW_MS } from '@overlook/shared/config';
import { tooMany } from '../../errors/app-error.ts';
import type { Clock } from '../clock.ts';

interface Wanted {
  /** Mails that would be sent now. */
  readonly more: number;
  /** Mails of every kind that the person may have sent within the window. */
  readonly most: number;
  /** What the person is told. */
  readonly sentence: string;
}

/**
 * Throws 429 when the caller would have caused more mails to others within the window than one person may. Every kind of mail
 * counts. It is exact while the caller's row is locked.
 */
export async function assertMayMail(
  { clock, caller }: { clock: Clock; caller: { readonly userId: number } },
  db: Db,
  { more, most, sentence }: Wanted,
): Promise<void> {
  const since = clock.now().getTime() - MAILS_WINDOW_MS;
  const sent = await db
    .select({ at: mails.createdAt })
    .from(mails)
    .where(and(eq(mails.senderId, caller.userId), gt(mails.createdAt, new Date(since))))
    .orderBy(asc(mails.createdAt));
  // This many of the oldest mails have to leave the window first.
  const excess = sent.length + more - most;
  if (excess <= 0) return;
  const leaving = sent[Math.min(excess, sent.length) - 1];
  const afterMs = leaving ? leaving.at.getTime() - since : MAILS_WINDOW_MS;
  throw tooMany(sentence, Math.max(1, Math.ceil(afterMs / 1000)));
}

/**
 * Which of these addresses (in lower case, as stored) may get a mail from the caller: people of the instance, themselves included, and what the operator
 * allows besides (`*` = all, or domains).
 */
export async function mailableAmong(
  db: Db,
  addresses: readonly string[],
  allowed: readonly string[],
): Promise<ReadonlySet<string>> {
  if (allowed.includes('*')) return new Set(addresses);
  const isActive = and(inArray(users.email, [...addresses]), isNull(users.disabledAt), isNull(users.archivedAt));
  const people = await db.select({ email: users.email }).from(users).where(isActive);
  const outside = addresses.filter((address) => allowed.includes(address.slice(address.lastIndexOf('@') + 1)));
  return new Set([...outside, ...people.map(({ email }) => email)]);
}
