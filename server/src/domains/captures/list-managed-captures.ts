import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import { captures, modelGroups, models, pointclouds, users } from '@overlook/db/schema';
import { MODEL_TYPES } from '@overlook/shared/config';
import {
  type CaptureReferences,
  keepRuleSchema,
  managedCaptureSchema,
  type managedCapturesAnswerSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { countReferences } from '../../publish/register/capture-references.ts';
import { removableByRule } from '../../publish/register/keep-captures.ts';
import { readableRows, readableValue } from '../../services/stored-rows.ts';
import { isOwnDraft } from './change-capture.ts';
import { scanPositionCount } from './find-capture.ts';

const NOT_NAMED: CaptureReferences = { places: 0, mocs: 0, links: 0, measurements: 0 };

/** The layers of a site with all their captures, newest first; drafts of others are left out. */
export async function listManagedCaptures(
  { db, log, caller, clock }: SignedInContext,
  { siteId }: { siteId: number },
): Promise<z.input<typeof managedCapturesAnswerSchema>> {
  const stored = await db
    .select({
      ...getTableColumns(captures),
      by: users.email,
      points: pointclouds.points,
      scanPositions: scanPositionCount,
    })
    .from(captures)
    .leftJoin(users, eq(users.id, captures.createdBy))
    .leftJoin(pointclouds, eq(pointclouds.captureId, captures.id))
    .where(eq(captures.siteId, siteId))
    .orderBy(desc(captures.takenOn), desc(captures.id));
  const rows = stored.filter((row) => row.publishedAt !== null || isOwnDraft(row, caller.userId));
  const layers = await db
    .select({ modeltypeId: models.modeltypeId, captureId: models.captureId, keep: models.keep })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
    .where(eq(modelGroups.siteId, siteId));
  const named = await countReferences(db, siteId, rows);
  const now = clock.now();
  const answer: z.input<typeof managedCapturesAnswerSchema>['layers'] = [];
  for (const { id: modeltypeId } of MODEL_TYPES) {
    const own = rows.filter((row) => row.modeltypeId === modeltypeId);
    if (modeltypeId < 0 || own.length === 0) continue;
    const layer = layers.find((one) => one.modeltypeId === modeltypeId);
    const keep = readableValue(
      log,
      `layer ${modeltypeId} of site ${siteId}`,
      keepRuleSchema.nullable(),
      layer?.keep ?? null,
      null,
    );
    const published = own.filter((row) => row.publishedAt !== null && row.withdrawnAt === null);
    // As if a further one was published.
    const leaving = await removableByRule(db, siteId, [{ id: 0, takenOn: '9999-12-31' }, ...published], {
      rule: keep,
      now,
    });
    const described = own.map(({ publishedAt, withdrawnAt, createdAt, ...row }) => ({
      ...row,
      publishedAt: publishedAt?.toISOString() ?? null,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      isCurrent: row.id === layer?.captureId,
      references: named.get(row.takenOn) ?? NOT_NAMED,
      isNextToGo: leaving.some(({ id }) => id === row.id),
    }));
    answer.push({
      modeltypeId: modeltypeId as 1 | 2 | 3 | 4,
      keep,
      captures: readableRows(log, 'capture', managedCaptureSchema, described),
    });
  }
  return { layers: answer };
}
