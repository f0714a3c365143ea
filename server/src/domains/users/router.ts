import { z } from 'zod';
import {
  createUserInputSchema,
  idInputSchema,
  lastSaveSchema,
  notificationsInputSchema,
  successSchema,
  updateUserInputSchema,
  userPageInputSchema,
  userPageOutputSchema,
  userSchema,
} from '@overlook/shared/schemas';
import { slicedOutput } from '../../services/checked-output.ts';
import { router, signedIn, withPermission } from '../../trpc/init.ts';
import { archiveUser, disableUser, enableUser, restoreUser } from './status.ts';
import { clearSso, clearTwoFactor } from './clear-sign-in-methods.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { lastSaveOfUser, listUsers, loadUser } from '../members/load-user.ts';
import { pageUsers } from './page-users.ts';
import { setNotifications } from './set-notifications.ts';
import { updateUser } from './update-user.ts';

const oneUser = z.object({ id: idInputSchema });
const savedUser = successSchema.extend({ user: userSchema });

export const usersRouter = router({
  all: withPermission('USERS:VIEW')
    .meta({ summary: 'Every user, archived ones included.', isWhole: true })
    .output(slicedOutput(z.object({ users: z.array(userSchema) })))
    .query(({ ctx }) => listUsers(ctx)),
  page: withPermission('USERS:VIEW')
    .meta({ summary: 'A page of the users list, searched and sorted.' })
    .input(userPageInputSchema)
    .output(userPageOutputSchema)
    .query(({ ctx, input }) => pageUsers(ctx, input)),
  get: withPermission('USERS:VIEW')
    .meta({ summary: 'One user.' })
    .input(oneUser)
    .output(z.object({ user: userSchema }))
    .query(async ({ ctx, input }) => ({ user: await loadUser(ctx, input.id) })),
  lastSave: withPermission('USERS:VIEW')
    .meta({ summary: 'Who has saved a user last, and when.' })
    .input(oneUser)
    .output(lastSaveSchema)
    .query(({ ctx, input }) => lastSaveOfUser(ctx.db, input.id)),
  create: withPermission('USERS:CREATE')
    .meta({ summary: 'Add a user.' })
    .input(createUserInputSchema)
    .output(savedUser)
    .mutation(({ ctx, input }) => createUser(ctx, input)),
  update: withPermission('USERS:UPDATE')
    .meta({ summary: 'Save an edited user.' })
    .input(updateUserInputSchema)
    .output(savedUser)
    .mutation(({ ctx, input }) => updateUser(ctx, input)),
  enable: withPermission('USERS:UPDATE')
    .meta({ summary: 'Enable a disabled user.' })
    .input(oneUser)
    .output(savedUser)
    .mutation(({ ctx, input }) => enableUser(ctx, input)),
  disable: withPermission('USERS:UPDATE')
    .meta({ summary: 'Disable a user; their sessions end immediately.' })
    .input(oneUser)
    .output(savedUser)
    .mutation(({ ctx, input }) => disableUser(ctx, input)),
  archive: withPermission('USERS:ARCHIVE')
    .meta({ summary: 'Archive a user, who then cannot sign in and is not listed.' })
    .input(oneUser)
    .output(savedUser)
    .mutation(({ ctx, input }) => archiveUser(ctx, input)),
  restore: withPermission('USERS:ARCHIVE')
    .meta({ summary: 'Take a user out of the archive again.' })
    .input(oneUser)
    .output(savedUser)
    .mutation(({ ctx, input }) => restoreUser(ctx, input)),
  // USERS:CREATE gates deleting too: kept as specified, §6.
  delete: withPermission('USERS:CREATE')
    .meta({ summary: 'Delete a user; their Places and MOCs keep their name.' })
    .input(oneUser)
    .output(successSchema)
    .mutation(({ ctx, input }) => deleteUser(ctx, input)),
  clearSSO: withPermission('USERS:UPDATE')
    .meta({ summary: 'Clear the single sign-on association of a user.' })
    .input(oneUser)
    .output(savedUser)
    .mutation(({ ctx, input }) => clearSso(ctx, input)),
  clearTwoFactor: withPermission('USERS:UPDATE')
    .meta({ summary: 'Take away the lost second factor of a user.' })
    .input(oneUser)
    .output(savedUser)
    .mutation(({ ctx, input }) => clearTwoFactor(ctx, input)),
  setNotifications: signedIn
    .meta({ summary: 'Set notification flags: your own, or with USERS:UPDATE those of any user.' })
    .input(notificationsInputSchema)
    .output(savedUser)
    .mutation(({ ctx, input }) => setNotifications(ctx, input)),
});
