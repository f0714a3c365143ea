import { z } from 'zod';
import { ADMIN_MESSAGES } from '../messages/admin.ts';
import { descriptionInputSchema, idInputSchema, idListInputSchema, lineInputSchema } from './input.ts';
import { pageInputSchema } from './page.ts';
import { idSchema } from './site.ts';
import { namedReferenceSchema, personReferenceSchema } from './user.ts';

/** A team as a list shows it. */
export const teamSummarySchema = z.object({
  id: idSchema,
  displayName: z.string(),
  description: z.string(),
  membershipCount: z.number().int(),
  /** ISO date. */
  created: z.string(),
  /** Clients send it back with a save, which is refused when another person has saved since. */
  version: z.number().int(),
  roleList: z.array(namedReferenceSchema),
});

export type TeamSummary = z.infer<typeof teamSummarySchema>;

/** Team (specification §3). */
export const teamSchema = teamSummarySchema.extend({ userList: z.array(personReferenceSchema) });

export type Team = z.infer<typeof teamSchema>;

/** A new team. Absent fields are empty. */
export const createTeamInputSchema = z.object({
  displayName: lineInputSchema(ADMIN_MESSAGES['group.nameRequired']),
  description: descriptionInputSchema.optional(),
  userList: idListInputSchema.optional(),
  roleList: idListInputSchema.optional(),
});

/** An edited team. Absent fields do not change. */
export const updateTeamInputSchema = createTeamInputSchema.extend({
  id: idInputSchema,
  version: idInputSchema.optional(),
});

export const teamPageInputSchema = pageInputSchema(['displayName', 'membershipCount', 'created', 'match']);
