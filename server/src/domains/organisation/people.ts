import { and, count, isNull } from 'drizzle-orm';
import { users } from '@overlook/db/schema';
import type { OrganisationPeople } from '@overlook/shared/schemas';
import type { Services } from '../../context.ts';

/** How many people may sign in, and how they do. */
export async function countPeople({ db }: Pick<Services, 'db'>): Promise<OrganisationPeople> {
  const [counted] = await db
    .select({
      active: count(),
      secondFactor: count(users.totpSecret),
      withSingleSignOn: count(users.ssoSub),
      password: count(users.passwordHash),
    })
    .from(users)
    .where(and(isNull(users.disabledAt), isNull(users.archivedAt)));
  const { active, secondFactor, withSingleSignOn, password } = counted!;
  return {
    active,
    withoutSecondFactor: active - secondFactor,
    withSingleSignOn,
    withoutPassword: active - password,
  };
}
