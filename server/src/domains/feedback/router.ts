import { feedbackInputSchema, successSchema } from '@overlook/shared/schemas';
import { router, withPermissionSomewhere } from '../../trpc/init.ts';
import { sendFeedback } from './send-feedback.ts';

export const feedbackRouter = router({
  send: withPermissionSomewhere('FEATURE:PRODUCTFEEDBACK')
    .meta({ summary: 'Leave feedback for the operator, with a screenshot.' })
    .input(feedbackInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => sendFeedback(ctx, input)),
});
