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

/** How many people the rules for signing in touch. */
export const organisationPeopleSchema = z.object({
  /** Who may sign in: neither disabled nor archived. */
  active: z.number().int(),
  /** Of these. */
  withoutSecondFactor: z.number().int(),
  withSingleSignOn: z.number().int(),
  withoutPassword: z.number().int(),
});

export type OrganisationPeople = z.infer<typeof organisationPeopleSchema>;

export const organisationSecurityOutputSchema = z.object({
  security: organisationSecuritySchema,
  people: organisationPeopleSchema,
});

export const setOrganisationSecurityOutputSchema = z.object({
  status: z.literal('success'),
  security: organisationSecuritySchema,
});
