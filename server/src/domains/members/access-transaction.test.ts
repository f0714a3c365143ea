import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { userRoles } from '@overlook/db/schema';
import { aRole, aUser } from '@overlook/db/seed';
import { openMemoryDatabase } from '@overlook/db/testing';
import { isAllowed } from '@overlook/shared/permissions';
import { systemClock } from '../../services/clock.ts';
import { accessTransaction } from './access-transaction.ts';
import { type Access, createAccess } from '../../sessions/access.ts';

let database: Database;
let access: Access;
beforeAll(async () => {
  database = await openMemoryDatabase();
  access = createAccess(database.db, systemClock);
});
afterAll(() => database.close());

async function aViewer(): Promise<{ userId: number; mayView(): Promise<boolean> }> {
  const role = await aRole(database.db, { allowed: ['VIEW:CAD'] });
  const { id: userId } = await aUser(database.db, { roleIds: [role.id] });
  return { userId, mayView: async () => isAllowed(await access.permissions(userId), null, 'VIEW:CAD') };
}
const ctx = () => ({ db: database.db, access });

it('a change of access is seen by the next request, although permissions are cached', async () => {
  const { userId, mayView } = await aViewer();
  expect(await mayView()).toBe(true);
  const result = await accessTransaction(ctx(), async (tx) => {
    await tx.delete(userRoles).where(eq(userRoles.userId, userId));
    return 'result';
  });
  expect(result).toBe('result');
  expect(await mayView()).toBe(false);
});

it('the cache is cleared after the commit, not before: a request during the change does not fill it again', async () => {
  const { userId, mayView } = await aViewer();
  const order: string[] = [];
  const forget = () => {
    order.push('cleared');
    access.forget();
  };
  await accessTransaction({ db: database.db, access: { ...access, forget } }, async (tx) => {
    await tx.delete(userRoles).where(eq(userRoles.userId, userId));
    order.push('changed');
  });
  expect(order).toEqual(['changed', 'cleared']);
  expect(await mayView()).toBe(false);
});

it('a change that fails is rolled back and throws its error', async () => {
  const { userId, mayView } = await aViewer();
  const run = accessTransaction(ctx(), async (tx) => {
    await tx.delete(userRoles).where(eq(userRoles.userId, userId));
    throw new Error('refused');
  });
  await expect(run).rejects.toThrow('refused');
  expect(await mayView()).toBe(true);
});
