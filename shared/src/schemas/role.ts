import { z } from 'zod';
import { ADMIN_MESSAGES } from '../messages/admin.ts';
import { descriptionInputSchema, idInputSchema, idListInputSchema, lineInputSchema } from './input.ts';
import { pageInputSchema } from './page.ts';
import { explicitPermissionsInputSchema, explicitPermissionsSchema } from './permission.ts';
import { idSchema } from './site.ts';
import { namedReferenceSchema, personReferenceSchema } from './user.ts';

/** A role as a list shows it. `userCount` counts who holds it themselves, not through a team. */
export const roleSummarySchema = z.object({
  id: idSchema,
  displayName: z.string(),
  description: z.string(),
  userCount: z.number().int(),
  /** ISO date. */
  created: z.string(),
  /** To be sent back with a save, which is refused when somebody else has saved since. */
  version: z.number().int(),
  teamList: z.array(namedReferenceSchema),
});

export type RoleSummary = z.infer<typeof roleSummarySchema>;

/** Role (specification §3). Answers at sites that the reader may not view are left out. */
export const roleSchema = roleSummarySchema.extend({
  userList: z.array(personReferenceSchema),
  explicitPermissions: explicitPermissionsSchema,
});

export type Role = z.infer<typeof roleSchema>;

/** A new role. What is left out is empty. */
export const createRoleInputSchema = z.object({
  displayName: lineInputSchema(ADMIN_MESSAGES['group.nameRequired']),
  description: descriptionInputSchema.optional(),
  userList: idListInputSchema.optional(),
  teamList: idListInputSchema.optional(),
  explicitPermissions: explicitPermissionsInputSchema.optional(),
});

/**
 * An edited role. What is left out stays. `explicitPermissions` is whole for the sites that the caller may view: an
 * absent answer becomes Inherit.
 */
export const updateRoleInputSchema = createRoleInputSchema.extend({
  id: idInputSchema,
  version: idInputSchema.optional(),
});

/** A role as it would be saved; without an id a new one. */
export const previewRoleInputSchema = updateRoleInputSchema.partial({ id: true });

export const rolePageInputSchema = pageInputSchema(['displayName', 'userCount', 'created', 'match']);

/** What saving a role would change for people; permissions only at sites that the reader may view. */
export const rolePreviewSchema = z.object({
  /** People whose permissions would change. */
  userCount: z.number().int(),
  /** The teams that hold the role, before or after. */
  teamCount: z.number().int(),
  changes: z.array(
    z.object({
      /** 0 = global scope. */
      siteId: z.number().int(),
      token: z.string(),
      /** People who would gain it, and who would lose it. */
      gained: z.number().int(),
      lost: z.number().int(),
    }),
  ),
  /** The first of those people, by name. */
  people: z.array(personReferenceSchema.extend({ gained: z.number().int(), lost: z.number().int() })),
  /** Why saving would be refused; null when it would not be. */
  refusal: z.string().nullable(),
});

export type RolePreview = z.infer<typeof rolePreviewSchema>;
