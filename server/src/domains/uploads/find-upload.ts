import { eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs, uploads, users } from '@overlook/db/schema';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import { type Upload, uploadSchema } from '@overlook/shared/schemas';
import type { Caller, SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { CANCELLED } from '../../errors/failure.ts';
import { readableRows } from '../../services/stored-rows.ts';

export type UploadRow = typeof uploads.$inferSelect;
type JobRow = typeof jobs.$inferSelect;

/** A delivery with the job of its last import, and the name of its sender. */
export interface FoundUpload {
  readonly row: UploadRow;
  readonly job: JobRow | null;
  readonly by: string | null;
}

/** Rows of deliveries with what belongs to them. */
export const selectUploads = (db: Db) =>
  db
    .select({ row: uploads, job: jobs, by: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}` })
    .from(uploads)
    .leftJoin(jobs, eq(jobs.id, uploads.jobId))
    .leftJoin(users, eq(users.id, uploads.userId));

/** The delivery with this id at a site that the caller manages. Throws 404: for others it does not exist. */
export async function findUpload(
  db: Db,
  { permissions }: Pick<Caller, 'permissions'>,
  { id, siteId }: { id: string; siteId?: number },
): Promise<FoundUpload> {
  const [found] = await selectUploads(db).where(eq(uploads.id, id));
  const isThere = found !== undefined && (siteId === undefined || found.row.siteId === siteId);
  if (!isThere || !isAllowedAtSite(permissions, found.row.siteId, 'SITES:MANAGE'))
    throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
  return found;
}

/** The state that the row and its job say together; a job that was pruned has failed long ago. */
export function stateOf({ row, job }: Pick<FoundUpload, 'row' | 'job'>): Upload['state'] {
  if (row.state !== 'working') return row.state;
  return job?.status === 'pending' || job?.status === 'running' ? 'working' : 'refused';
}

/** Deliveries as they go out. One that cannot be read is left out and logged. */
export function describeUploads({ log, caller }: SignedInContext, found: readonly FoundUpload[]): Upload[] {
  const described = found.map(({ row, job, by }) => {
    const state = stateOf({ row, job });
    return {
      ...row,
      by,
      isOwn: row.userId === caller.userId,
      state,
      progress: state === 'working' ? (job?.progress ?? null) : null,
      failure: state === 'refused' ? (job?.failure ?? CANCELLED) : null,
      createdAt: row.createdAt.toISOString(),
      finishedAt: (row.finishedAt ?? (state === 'refused' ? (job?.finishedAt ?? null) : null))?.toISOString() ?? null,
    };
  });
  return readableRows(log, 'upload', uploadSchema, described).map((upload) => uploadSchema.parse(upload));
}

/** One delivery as it goes out. Throws 404. */
export async function loadUpload(ctx: SignedInContext, key: { id: string; siteId: number }): Promise<Upload> {
  const [upload] = describeUploads(ctx, [await findUpload(ctx.db, ctx.caller, key)]);
  if (!upload) throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
  return upload;
}
