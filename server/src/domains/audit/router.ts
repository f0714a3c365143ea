import {
  auditActionsOutputSchema,
  auditCsvOutputSchema,
  auditFilterSchema,
  auditListInputSchema,
  auditListOutputSchema,
  auditRetentionSchema,
  successSchema,
} from '@overlook/shared/schemas';
import { router, withPermission } from '../../trpc/init.ts';
import { exportAudit } from './export-audit.ts';
import { listActions } from './list-actions.ts';
import { listAudit } from './list-audit.ts';
import { getRetention, setRetention } from './retention.ts';

export const auditRouter = router({
  list: withPermission('USERS:VIEW')
    .meta({ summary: 'Who did what, or was refused to, newest first.' })
    .input(auditListInputSchema)
    .output(auditListOutputSchema)
    .query(({ ctx, input }) => listAudit(ctx, input)),
  actions: withPermission('USERS:VIEW')
    .meta({ summary: 'The operations that the audit can be narrowed to.' })
    .output(auditActionsOutputSchema)
    .query(({ ctx }) => listActions(ctx)),
  csv: withPermission('USERS:VIEW')
    .meta({ summary: 'The audit as CSV.' })
    .input(auditFilterSchema)
    .output(auditCsvOutputSchema)
    .query(({ ctx, input }) => exportAudit(ctx, input)),
  retention: withPermission('USERS:VIEW')
    .meta({ summary: 'How long the audit is kept.' })
    .output(auditRetentionSchema)
    .query(({ ctx }) => getRetention(ctx)),
  setRetention: withPermission('USERS:VIEW', 'USERS:UPDATE', 'USERS:ARCHIVE')
    .meta({ summary: 'Choose how long the audit is kept.' })
    .input(auditRetentionSchema)
    .output(successSchema.extend(auditRetentionSchema.shape))
    .mutation(({ ctx, input }) => setRetention(ctx, input)),
});
