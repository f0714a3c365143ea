import { eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { editedMeanwhileText } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors/app-error.ts';

/** The columns that every change to a user, role, team or MOC sets, including changes of its parts. */
export const bumpVersion = ({ clock, caller }: Pick<SignedInContext, 'clock' | 'caller'>) => ({
  version: sql`version + 1`,
  updatedAt: clock.now(),
  updatedBy: caller.userId,
});

interface VersionedRow {
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: number | null;
}

/**
 * Throws 409, with who and when, when `row` is not the version that the caller has seen. Clients that name no version
 * (the specification's own save bodies have none) overwrite.
 */
export async function assertCurrentVersion(
  tx: Db,
  kind: 'user' | 'role' | 'team' | 'MOC',
  row: VersionedRow,
  seenVersion: number | undefined,
): Promise<void> {
  if (seenVersion === undefined || seenVersion === row.version) return;
  const [editor] =
    row.updatedBy === null
      ? []
      : await tx
          .select({ firstName: users.firstName, lastName: users.lastName })
          .from(users)
          .where(eq(users.id, row.updatedBy));
  throw conflict(editedMeanwhileText(kind, editor ? `${editor.firstName} ${editor.lastName}` : null, row.updatedAt));
}
