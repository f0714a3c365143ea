import { z } from 'zod';

/** How the organisation's people sign in (specification §3 "Organisation security"). */
export const organisationSecuritySchema = z.object({
  /** All people need a second factor. */
  enable2FA: z.boolean(),
  enableSSO: z.boolean(),
  /** Unknown people who arrive by single sign-on get an account, without any role. */
  createUsersBySSO: z.boolean(),
});

export type OrganisationSecurity = z.infer<typeof organisationSecuritySchema>;

/** Absent settings do not change. */
export const setOrganisationSecurityInputSchema = organisationSecuritySchema.extend({
  createUsersBySSO: z.boolean().exactOptional(),
});

export const organisationSecurityOutputSchema = z.object({ security: organisationSecuritySchema });

export const setOrganisationSecurityOutputSchema = organisationSecurityOutputSchema.extend({
  status: z.literal('success'),
});
