import { sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { canViewSite, isAllowedAtSite } from '@overlook/shared/permissions';
import type { Caller } from '../../context.ts';

/** The address of a site's own picture that was uploaded, as `data.avatar` has it. */
export const avatarAddress = (name: string): string => `/api/files/snapshots/${name}/thumb`;

/** The stored avatars of sites, as text. */
const AVATAR = sql<string | null>`${sites.data}->>'avatar'`;

/** Whether a picture is the own one of a site that the caller may view or manage. */
export async function isSeenAvatar(
  db: Db,
  { permissions }: Pick<Caller, 'permissions'>,
  name: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: sites.id })
    .from(sites)
    .where(sql`${AVATAR} = ${avatarAddress(name)}`);
  return rows.some(({ id }) => canViewSite(permissions, id) || isAllowedAtSite(permissions, id, 'SITES:MANAGE'));
}

/** The pictures among these that are the own one of a site. */
export async function avatarsAmong(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ avatar: AVATAR })
    .from(sites)
    .where(sql`${AVATAR} is not null`);
  const stored = new Set(rows.map(({ avatar }) => avatar));
  return names.filter((name) => stored.has(avatarAddress(name)));
}
