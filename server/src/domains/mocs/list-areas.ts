import { and, asc, eq, isNull } from 'drizzle-orm';
import { mocAreas, mocs } from '@overlook/db/schema';
import { cornersOf } from '@overlook/shared/mocs';
import { areaPointSchema, type SiteArea } from '@overlook/shared/schemas';
import { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { groupByMoc } from './load-mocs.ts';

/** What the volume of an area needs of its row. */
const storedAreaSchema = z.object({
  bottomHeight: z.number(),
  topHeight: z.number(),
  points: z.array(areaPointSchema.pick({ position: true, x: true, y: true, z: true })),
});

/** The areas of a site's changes that are not archived, nor their changes, by the id of the change. One that cannot be read is left out. */
export async function listAreas(
  { db, log }: SignedInContext,
  { siteId }: { siteId: number },
): Promise<{ areas: Record<string, SiteArea[]> }> {
  const { uuid, mocId, bottomHeight, topHeight, capped, colour, points, createdAt } = mocAreas;
  const rows = await db
    .select({ id: uuid, mocId, bottomHeight, topHeight, capped, colour, points })
    .from(mocAreas)
    .innerJoin(mocs, eq(mocs.id, mocId))
    .where(and(eq(mocs.siteId, siteId), isNull(mocs.archivedAt), isNull(mocAreas.archivedAt)))
    .orderBy(asc(createdAt), asc(uuid));
  const byMoc = groupByMoc(readableRows(log, 'area', storedAreaSchema, rows));
  return { areas: Object.fromEntries(Array.from(byMoc, ([id, areas]) => [id, areas.map(describe)])) };
}

interface StoredArea extends Omit<SiteArea, 'uuid' | 'corners'> {
  readonly id: string;
  readonly points: Parameters<typeof cornersOf>[0]['points'];
}

const describe = ({ id, bottomHeight, topHeight, capped, colour, points }: StoredArea): SiteArea => ({
  uuid: id,
  bottomHeight,
  topHeight,
  capped,
  colour,
  corners: cornersOf({ points }),
});
