import {
  auditActionsOutputSchema,
  auditCsvOutputSchema,
  auditFilterSchema,
  auditListInputSchema,
  auditListOutputSchema,
  auditRetentionSchema,
  successSchema,
} from '@overlook/shared/schemas';
import { slicedOutput } from '../../services/checked-output.ts';
import { router, withPermission } from '../../trpc/init.ts';
import { exportAudit } from './export-audit.ts';
import { listActions } from './list-actions.ts';
import { listAudit } from './list-audit.ts';
import { getRetention, setRetention } from './retention.ts';

export const auditRouter = router({
  list: withPermission('USERS:VIEW')
    .meta({ summary: 'The audit: done and refused operations, newest first.' })
    .input(auditListInputSchema)
    .output(auditListOutputSchema)
    .query(({ ctx, input }) => listAudit(ctx, input)),
  actions: withPermission('USERS:VIEW')
    .meta({ summary: 'The operations by which the audit can be filtered.' })
    .output(auditActionsOutputSchema)
    .query(({ ctx }) => listActions(ctx)),
  csv: withPermission('USERS:VIEW')
    .meta({ summary: 'The audit as CSV.', isWhole: true })
    .input(auditFilterSchema)
    .output(slicedOutput(auditCsvOutputSchema))
    .query(({ ctx, input }) => exportAudit(ctx, input)),
  retention: withPermission('USERS:VIEW')
    .meta({ summary: 'The retention time of the audit.' })
    .output(auditRetentionSchema)
    .query(({ ctx }) => getRetention(ctx)),
  setRetention: withPermission('USERS:VIEW', 'USERS:UPDATE', 'USERS:ARCHIVE')
    .meta({ summary: 'Set the retention time of the audit.' })
    .input(auditRetentionSchema)
    .output(successSchema.extend(auditRetentionSchema.shape))
    .mutation(({ ctx, input }) => setRetention(ctx, input)),
});
