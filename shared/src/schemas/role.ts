import { z } from 'zod';
import { ADMIN_MESSAGES } from '../messages/admin.ts';
import { descriptionInputSchema, idInputSchema, idListInputSchema, lineInputSchema } from './input.ts';
import { pageInputSchema } from './page.ts';
import { explicitPermissionsInputSchema, explicitPermissionsSchema } from './permission.ts';
import { idSchema } from './site.ts';
import { namedReferenceSchema, personReferenceSchema } from './user.ts';

/** A role as a list shows it. `userCount` counts the people who hold it directly, not through a team. */
export const roleSummarySchema = z.object({
  id: idSchema,
  displayName: z.string(),
  description: z.string(),
  userCount: z.number().int(),
  /** ISO date. */
  created: z.string(),
  /** Clients send it back with a save, which is refused when another person has saved since. */
  version: z.number().int(),
  teamList: z.array(namedReferenceSchema),
});

export type RoleSummary = z.infer<typeof roleSummarySchema>;

/** Role (specification §3). Entries at sites that the reader may not view are omitted. */
export const roleSchema = roleSummarySchema.extend({
  userList: z.array(personReferenceSchema),
  explicitPermissions: explicitPermissionsSchema,
});

export type Role = z.infer<typeof roleSchema>;

/** A new role. Absent fields are empty. */
export const createRoleInputSchema = z.object({
  displayName: lineInputSchema(ADMIN_MESSAGES['group.nameRequired']),
  description: descriptionInputSchema.optional(),
  userList: idListInputSchema.optional(),
  teamList: idListInputSchema.optional(),
  explicitPermissions: explicitPermissionsInputSchema.optional(),
});

/**
 * An edited role. Absent fields do not change. `explicitPermissions` is complete for the sites that the caller may
 * view: an absent entry becomes Inherit.
 */
export const updateRoleInputSchema = createRoleInputSchema.extend({
  id: idInputSchema,
  version: idInputSchema.optional(),
});

/** A role as it would be saved; without an id a new one. */
export const previewRoleInputSchema = updateRoleInputSchema.partial({ id: true });

export const rolePageInputSchema = pageInputSchema(['displayName', 'userCount', 'created', 'match']);

/** The changes for people when a role is saved; permissions only at sites that the reader may view. */
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
      /** People who would gain it, and people who would lose it. */
      gained: z.number().int(),
      lost: z.number().int(),
    }),
  ),
  /** The first of those people, by name. */
  people: z.array(personReferenceSchema.extend({ gained: z.number().int(), lost: z.number().int() })),
  /** Why saving would be refused; null when it would be accepted. */
  refusal: z.string().nullable(),
});

export type RolePreview = z.infer<typeof rolePreviewSchema>;
