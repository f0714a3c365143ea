import { randomBytes } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { type Db, uniqueViolation } from '@overlook/db';
import { rolePermissions, roles, userRoles, users } from '@overlook/db/schema';
import { GLOBAL_SITE_ID, PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { emailSchema, lineInputSchema } from '@overlook/shared/schemas';
import { z } from 'zod';
import { conflict, notFound } from '../errors/app-error.ts';
import type { Passwords } from '../services/password-hashes.ts';
import { assertStrongPassword } from '../domains/auth/password/weak-password.ts';
import { ADMINISTRATOR_ROLE } from './administrator-role.ts';

export const createUserSchema = z.strictObject({
  email: emailSchema,
  firstName: lineInputSchema(ADMIN_MESSAGES['user.firstNameRequired']),
  lastName: lineInputSchema(ADMIN_MESSAGES['user.lastNameRequired']),
  /** Without one a password is generated and printed once. */
  password: z.string().max(1024).optional(),
  /** Display names of roles. */
  roles: z.array(z.string()).default([]),
  isAdmin: z.boolean().default(false),
});

export interface CreatedUser {
  user: { id: number; email: string; firstName: string; lastName: string; roles: string[] };
  /** Only where it was generated. */
  password?: string;
}

/** Adds a user who may sign in at once. Throws `AppError` when the address is taken or a role does not exist. */
export async function createUser(
  { db, passwords }: { db: Db; passwords: Passwords },
  input: z.infer<typeof createUserSchema>,
): Promise<CreatedUser> {
  const { email, firstName, lastName } = input;
  if (input.password !== undefined) await assertStrongPassword(input.password, email, 'password');
  const password = input.password ?? randomBytes(12).toString('base64url');
  const passwordHash = await passwords.hash(password);
  const user = await db.transaction(async (tx) => {
    const given = await findRoles(tx, input.roles);
    if (input.isAdmin) given.push(await findOrCreateAdministrator(tx));
    const [row] = await tx
      .insert(users)
      .values({ email, firstName, lastName, passwordHash })
      .returning({ id: users.id })
      .catch(throwEmailTaken(email));
    const roleIds = new Set(given.map((role) => role.id));
    if (roleIds.size > 0)
      await tx.insert(userRoles).values([...roleIds].map((roleId) => ({ userId: row!.id, roleId })));
    return { id: row!.id, email, firstName, lastName, roles: [...new Set(given.map((role) => role.displayName))] };
  });
  return input.password === undefined ? { user, password } : { user };
}

const throwEmailTaken = (email: string) => (error: unknown) => {
  throw uniqueViolation(error) ? conflict(`A user with the address ${email} exists already.`) : error;
};

async function findRoles(tx: Db, names: readonly string[]): Promise<{ id: number; displayName: string }[]> {
  if (names.length === 0) return [];
  const found = await tx
    .select({ id: roles.id, displayName: roles.displayName })
    .from(roles)
    .where(inArray(roles.displayName, [...names]));
  const missing = names.find((name) => !found.some((role) => role.displayName === name));
  if (missing !== undefined) throw notFound(`There is no role “${missing}”.`);
  return found;
}

async function findOrCreateAdministrator(tx: Db): Promise<{ id: number; displayName: string }> {
  const columns = { id: roles.id, displayName: roles.displayName };
  const [found] = await tx.select(columns).from(roles).where(eq(roles.displayName, ADMINISTRATOR_ROLE));
  if (found) return found;
  const values = { displayName: ADMINISTRATOR_ROLE, description: 'Every permission, everywhere' };
  const [made] = await tx.insert(roles).values(values).returning(columns);
  await tx
    .insert(rolePermissions)
    .values(PERMISSION_TOKENS.map(({ token }) => ({ roleId: made!.id, siteId: GLOBAL_SITE_ID, token, allowed: true })));
  return made!;
}
