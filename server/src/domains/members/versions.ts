import { eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { editedMeanwhileText } from '@overlook/shared/messages';
import type { LastSave } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors/app-error.ts';

/** The columns that every change to a user, role, team, MOC or site sets, including changes of its parts. */
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

/** Who has saved a row last, and when. */
export async function lastSaveOf(db: Db, { version, updatedAt, updatedBy }: VersionedRow): Promise<LastSave> {
  return { version, by: await editorOf(db, updatedBy), at: updatedAt.toISOString() };
}

/** Null for nobody, and for a person whose account is gone. */
async function editorOf(db: Db, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  const [editor] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  return editor ? `${editor.firstName} ${editor.lastName}` : null;
}

/**
 * Throws 409, with who and when, when `row` is not the version that the caller has seen. Clients that name no version
 * (the specification's own save bodies have none) overwrite.
 */
export async function assertCurrentVersion(
  tx: Db,
  kind: 'user' | 'role' | 'team' | 'MOC' | 'site',
  row: VersionedRow,
  seenVersion: number | undefined,
): Promise<void> {
  if (seenVersion === undefined || seenVersion === row.version) return;
  throw conflict(editedMeanwhileText(kind, await editorOf(tx, row.updatedBy), row.updatedAt));
}
