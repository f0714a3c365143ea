import {
  cancelJobInputSchema,
  instanceInfoSchema,
  instanceStatusSchema,
  retryJobsInputSchema,
  retryJobsOutputSchema,
  successSchema,
} from '@overlook/shared/schemas';
import { publicProcedure, router, withPermission } from '../../trpc/init.ts';
import { cancelImport } from './cancel-import.ts';
import { describeInstance } from './describe-instance.ts';
import { retryJobs } from './retry-jobs.ts';
import { sendTestMail } from './send-test-mail.ts';
import { loadStatus } from './status/load-status.ts';

// LICENSING:VIEW is the token of what belongs to the installation and not to its people; changing it is administration.
export const instanceRouter = router({
  info: publicProcedure
    .meta({ summary: 'Name, version and settings of this instance.', isPublic: true })
    .output(instanceInfoSchema)
    .query(({ ctx }) => describeInstance(ctx)),
  status: withPermission('LICENSING:VIEW')
    .meta({ summary: 'How this instance is: database, storage, mail, jobs, single sign-on.' })
    .output(instanceStatusSchema)
    .query(({ ctx }) => loadStatus(ctx)),
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
    .input(cancelJobInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => cancelImport(ctx, input)),
});
