import {
  organisationSecurityOutputSchema,
  setOrganisationSecurityInputSchema,
  setOrganisationSecurityOutputSchema,
} from '@overlook/shared/schemas';
import { router, withPermission } from '../../trpc/init.ts';
import { loadOrganisationSecurity, setSecurity } from './security.ts';

export const organisationRouter = router({
  security: withPermission('USERS:VIEW')
    .meta({ summary: 'How the people of the organisation sign in.' })
    .output(organisationSecurityOutputSchema)
    .query(async ({ ctx }) => ({ security: await loadOrganisationSecurity(ctx) })),
  setSecurity: withPermission('USERS:UPDATE')
    .meta({ summary: 'Decide how the people of the organisation sign in.' })
    .input(setOrganisationSecurityInputSchema)
    .output(setOrganisationSecurityOutputSchema)
    .mutation(({ ctx, input }) => setSecurity(ctx, input)),
});
