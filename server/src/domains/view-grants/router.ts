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
    .meta({ summary: 'Your public links and embeds; with USERS:VIEW those of all users.' })
    .output(viewGrantsAnswerSchema)
    .query(({ ctx }) => listGrants(ctx)),
  create: withPermission('USERS:CREATE')
    .meta({
      summary:
        'Create a public link or an embed, which opens a site to people without an account within your own permissions.',
    })
    .input(createViewGrantInputSchema)
    .output(createdViewGrantSchema)
    .mutation(({ ctx, input }) => createGrant(ctx, input)),
  renew: withPermission('USERS:CREATE')
    .meta({ summary: 'Renew a public link or an embed.' })
    .input(renewViewGrantInputSchema)
    .output(viewGrantAnswerSchema)
    .mutation(({ ctx, input }) => renewGrant(ctx, input)),
  revoke: signedIn
    .meta({ summary: 'Revoke a public link or an embed; this takes effect within a second.' })
    .input(viewGrantInputSchema)
    .output(viewGrantAnswerSchema)
    .mutation(({ ctx, input }) => revokeGrant(ctx, input)),
  open: openToOrigins
    .meta({ isPublic: true, summary: 'Open a public link or an embed by its secret.' })
    .input(openViewGrantInputSchema)
    .output(visitSchema)
    .mutation(({ ctx, input }) => openGrant(ctx, input)),
});
