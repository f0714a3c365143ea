import { lt } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { feedback, mails } from '@overlook/db/schema';
import { FEEDBACK_KEPT_MS, MAIL_KEPT_MS } from '@overlook/shared/config';
import type { Clock } from '../../services/clock.ts';

/** Removes old feedback, and mails so old that they were sent long ago, or that nothing tries to send them any more. */
export async function sweepMessages({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now().getTime();
  const mailsBefore = new Date(now - MAIL_KEPT_MS);
  await db.delete(feedback).where(lt(feedback.createdAt, new Date(now - FEEDBACK_KEPT_MS)));
  await db.delete(mails).where(lt(mails.createdAt, mailsBefore));
}
