import type { PermissionMap } from './evaluate.ts';

/** One permission that one map has and another has not; `siteId` is 0 for global scope. */
export interface PermissionDifference {
  readonly siteId: number;
  readonly token: string;
}

/** The permissions that `after` grants and `before` does not. Swap the arguments for the lost ones. */
export function gainedPermissions(before: PermissionMap, after: PermissionMap): PermissionDifference[] {
  return Object.entries(after).flatMap(([siteId, row]) =>
    Object.entries(row)
      .filter(([token, allowed]) => allowed && before[siteId]?.[token] !== true)
      .map(([token]) => ({ siteId: Number(siteId), token })),
  );
}
