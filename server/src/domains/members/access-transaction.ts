import type { Db } from '@overlook/db';
import type { Services } from '../../context.ts';

declare const CLEARS_CACHE: unique symbol;

/**
 * A transaction of `accessTransaction`. Functions that change memberships, role entries, sign-ins or accounts take this
 * type, so that such a change does not compile in a transaction that would leave outdated permissions in the cache.
 */
export type AccessTransaction = Db & { readonly [CLEARS_CACHE]: true };

/** Runs a change of access in a transaction and clears the cache of sessions and permissions when it is committed. */
export async function accessTransaction<T>(
  { db, access }: Pick<Services, 'db' | 'access'>,
  change: (tx: AccessTransaction) => Promise<T>,
): Promise<T> {
  const result = await db.transaction((tx) => change(tx as Db as AccessTransaction));
  access.forget();
  return result;
}
