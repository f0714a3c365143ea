import { asc } from 'drizzle-orm';
import { inIds, type Db } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { canViewSite, isAllowedAtSite } from '@overlook/shared/permissions';
import type { mocPeopleAnswerSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { loadEffectivePermissions, permissionsOf } from '../../sessions/effective-permissions.ts';

/** The active users (all, or some) who may see the changes of a site, with their mail addresses, by name. */
export async function findFollowers(db: Db, siteId: number, among: readonly number[] | 'everyone') {
  const permissions = await loadEffectivePermissions(db, { userIds: among, includesInactive: false });
  const ids = [...permissions.keys()].filter((id) => {
    const held = permissionsOf(permissions, id);
    return isAllowedAtSite(held, siteId, 'MOC:VIEW') && canViewSite(held, siteId);
  });
  const { id, firstName, lastName, email } = users;
  return db
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(inIds(users.id, ids))
    .orderBy(asc(firstName), asc(lastName), asc(id));
}

/** The people who can be mentioned in a comment: all who may see the changes of the site. */
export async function listPeople(
  { db }: SignedInContext,
  { siteId }: { siteId: number },
): Promise<z.input<typeof mocPeopleAnswerSchema>> {
  const people = await findFollowers(db, siteId, 'everyone');
  return { people: people.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })) };
}
