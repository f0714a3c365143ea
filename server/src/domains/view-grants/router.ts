import {
  createdViewGrantSchema,
  createViewGrantInputSchema,
  openViewGrantInputSchema,
  renewViewGrantInputSchema,
  viewGrantAnswerSchema,
  viewGrantInputSchema,
  viewGrantsAnswerSchema,
  visitSchema,
} from '@overlook/shared/schemas';
import { openToOrigins, router, signedIn, withPermission } from '../../trpc/init.ts';
import { renewGrant, revokeGrant } from './change-grant.ts';
import { createGrant } from './create-grant.ts';
import { listGrants } from './list-grants.ts';
import { openGrant } from './open-grant.ts';

export const viewGrantsRouter = router({
  all: signedIn
    .meta({ summary: 'Public links and embeds: own ones, with USERS:VIEW those of all people.' })
    .output(viewGrantsAnswerSchema)
    .query(({ ctx }) => listGrants(ctx)),
  create: withPermission('USERS:CREATE')
    .meta({ summary: 'Open a site to people without an account, as far as one sees it oneself.' })
    .input(createViewGrantInputSchema)
    .output(createdViewGrantSchema)
    .mutation(({ ctx, input }) => createGrant(ctx, input)),
  renew: withPermission('USERS:CREATE')
    .meta({ summary: 'Give a public link or an embed a new end.' })
    .input(renewViewGrantInputSchema)
    .output(viewGrantAnswerSchema)
    .mutation(({ ctx, input }) => renewGrant(ctx, input)),
  revoke: signedIn
    .meta({ summary: 'Withdraw a public link or an embed; it takes effect within a second.' })
    .input(viewGrantInputSchema)
    .output(viewGrantAnswerSchema)
    .mutation(({ ctx, input }) => revokeGrant(ctx, input)),
  open: openToOrigins
    .meta({ isPublic: true, summary: 'Open a public link or an embed by its secret.' })
    .input(openViewGrantInputSchema)
    .output(visitSchema)
    .mutation(({ ctx, input }) => openGrant(ctx, input)),
});
