import {
  organisationSecurityOutputSchema,
  setOrganisationSecurityInputSchema,
  setOrganisationSecurityOutputSchema,
} from '@overlook/shared/schemas';
import { router, withPermission } from '../../trpc/init.ts';
import { countPeople } from './people.ts';
import { loadOrganisationSecurity, setSecurity } from './security.ts';

export const organisationRouter = router({
  security: withPermission('USERS:VIEW')
    .meta({ summary: 'The sign-in rules of the organisation, and how many people they touch.' })
    .output(organisationSecurityOutputSchema)
    .query(async ({ ctx }) => ({ security: await loadOrganisationSecurity(ctx), people: await countPeople(ctx) })),
  setSecurity: withPermission('USERS:UPDATE')
    .meta({ summary: 'Set the sign-in rules of the organisation.' })
    .input(setOrganisationSecurityInputSchema)
    .output(setOrganisationSecurityOutputSchema)
    .mutation(({ ctx, input }) => setSecurity(ctx, input)),
});
