import { z } from 'zod';
import {
  createRoleInputSchema,
  idInputSchema,
  lastSaveSchema,
  previewRoleInputSchema,
  rolePageInputSchema,
  rolePreviewSchema,
  roleSchema,
  roleSummarySchema,
  successSchema,
  updateRoleInputSchema,
} from '@overlook/shared/schemas';
import { router, withPermission } from '../../trpc/init.ts';
import { allGroups, findGroup, pageGroups } from '../members/groups.ts';
import { lastSaveOf } from '../members/versions.ts';
import { deleteRole } from './delete-role.ts';
import { describeRoles, loadRole, summariseRoles } from './load-role.ts';
import { previewRole } from './preview-role.ts';
import { createRole, updateRole } from './save-role.ts';

const oneRole = z.object({ id: idInputSchema });
const savedRole = successSchema.extend({ role: roleSchema });

// The specification has no token for changing roles, only ROLES:VIEW, and gives USERS:ARCHIVE to deleting one (§6). So a
// role is created and edited like a user, by those who may see roles.
export const rolesRouter = router({
  all: withPermission('ROLES:VIEW')
    .meta({ summary: 'Every role with its users, teams and entries.' })
    .output(z.object({ roles: z.array(roleSchema) }))
    .query(async ({ ctx }) => ({ roles: await describeRoles(ctx, await allGroups(ctx.db, 'role')) })),
  page: withPermission('ROLES:VIEW')
    .meta({ summary: 'A page of the roles list, searched and sorted.' })
    .input(rolePageInputSchema)
    .output(z.object({ roles: z.array(roleSummarySchema), total: z.number().int() }))
    .query(async ({ ctx, input }) => {
      const { rows, total } = await pageGroups(ctx.db, 'role', input);
      return { roles: await summariseRoles(ctx, rows), total };
    }),
  get: withPermission('ROLES:VIEW')
    .meta({ summary: 'One role.' })
    .input(oneRole)
    .output(z.object({ role: roleSchema }))
    .query(async ({ ctx, input }) => ({ role: await loadRole(ctx, input.id) })),
  lastSave: withPermission('ROLES:VIEW')
    .meta({ summary: 'Who has saved a role last, and when.' })
    .input(oneRole)
    .output(lastSaveSchema)
    .query(async ({ ctx: { db }, input }) => lastSaveOf(db, await findGroup(db, 'role', input.id))),
  create: withPermission('ROLES:VIEW', 'USERS:CREATE')
    .meta({ summary: 'Add a role.' })
    .input(createRoleInputSchema)
    .output(savedRole)
    .mutation(({ ctx, input }) => createRole(ctx, input)),
  update: withPermission('ROLES:VIEW', 'USERS:UPDATE')
    .meta({ summary: 'Save an edited role.' })
    .input(updateRoleInputSchema)
    .output(savedRole)
    .mutation(({ ctx, input }) => updateRole(ctx, input)),
  preview: withPermission('ROLES:VIEW', 'USERS:VIEW')
    .meta({ summary: 'What saving a role would change for people.', isDry: true })
    .input(previewRoleInputSchema)
    .output(rolePreviewSchema)
    .mutation(({ ctx, input }) => previewRole(ctx, input)),
  // USERS:ARCHIVE: kept as specified, §6.
  delete: withPermission('USERS:ARCHIVE')
    .meta({ summary: 'Delete a role.' })
    .input(oneRole)
    .output(successSchema)
    .mutation(({ ctx, input }) => deleteRole(ctx, input)),
});
