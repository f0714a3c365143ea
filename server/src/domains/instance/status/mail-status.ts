import { resolve } from 'node:path';
import { eq, max } from 'drizzle-orm';
import { jobs, mails } from '@overlook/db/schema';
import type { Services } from '../../../context.ts';
import type { Env } from '../../../env.ts';
import { MAIL_JOB } from '../../../services/mail/queue-mail.ts';
import { countJobs } from './jobs-status.ts';
import { lastFailure } from './last-failure.ts';

/** Where mails go, without the credentials that the address may hold. */
function wayOut({ smtpUrl, dataDir }: Env) {
  if (smtpUrl === null) return { transport: 'outbox' as const, place: resolve(dataDir, 'outbox') };
  return { transport: 'smtp' as const, place: new URL(smtpUrl).host };
}

/** How mails leave, how many wait or could not be sent, and why. */
export async function mailStatus({ db, env }: Pick<Services, 'db' | 'env'>) {
  const [[counts], [sent], failure] = await Promise.all([
    countJobs(db, MAIL_JOB.name),
    db.select({ at: max(mails.sentAt) }).from(mails),
    lastFailure(db, eq(jobs.kind, MAIL_JOB.name)),
  ]);
  return {
    ...wayOut(env),
    sender: env.mailFrom,
    waiting: (counts?.waiting ?? 0) + (counts?.running ?? 0),
    failed: counts?.failed ?? 0,
    lastFailure: failure,
    lastSentAt: sent?.at?.toISOString() ?? null,
  };
}
