import {
  checksSchema,
  instanceInfoSchema,
  instanceStatusSchema,
  jobIdInputSchema,
  retryJobsInputSchema,
  retryJobsOutputSchema,
  successSchema,
} from '@overlook/shared/schemas';
import { publicProcedure, router, withPermission } from '../../trpc/init.ts';
import { cancelImport, discardJob, retryJobs } from './instance-jobs.ts';
import { describeInstance } from './describe-instance.ts';
import { sendTestMail } from './send-test-mail.ts';
import { loadChecks } from './load-checks.ts';
import { loadStatus } from './load-status.ts';

// LICENSING:VIEW is the token for reading the state of the installation; changing it is administration.
export const instanceRouter = router({
  info: publicProcedure
    .meta({ summary: 'Name, version and settings of this instance.', isPublic: true })
    .output(instanceInfoSchema)
    .query(({ ctx }) => describeInstance(ctx)),
  status: withPermission('LICENSING:VIEW')
    .meta({ summary: 'How this instance is: database, storage, mail, jobs, single sign-on.' })
    .output(instanceStatusSchema)
    .query(({ ctx }) => loadStatus(ctx)),
  checks: withPermission('LICENSING:VIEW')
    .meta({ summary: 'What is wrong with this installation, and what to do.' })
    .output(checksSchema)
    .query(({ ctx }) => loadChecks(ctx)),
  sendTestMail: withPermission('LICENSING:VIEW', 'USERS:UPDATE')
    .meta({ summary: 'Send a mail to oneself, to see whether mails go out.' })
    .output(successSchema)
    .mutation(({ ctx }) => sendTestMail(ctx)),
  retryJobs: withPermission('LICENSING:VIEW', 'USERS:UPDATE')
    .meta({ summary: 'Try failed background work again.' })
    .input(retryJobsInputSchema)
    .output(retryJobsOutputSchema)
    .mutation(({ ctx, input }) => retryJobs(ctx, input)),
  cancelImport: withPermission('LICENSING:VIEW', 'USERS:UPDATE')
    .meta({ summary: 'Cancel the import of a site.' })
    .input(jobIdInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => cancelImport(ctx, input)),
  discardJob: withPermission('LICENSING:VIEW', 'USERS:UPDATE')
    .meta({ summary: 'Give up a failed job.' })
    .input(jobIdInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => discardJob(ctx, input)),
});
