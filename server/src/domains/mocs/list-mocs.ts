import { sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocAreas, mocPois, mocs } from '@overlook/db/schema';
import type { MocState } from '@overlook/shared/config';
import type { mocListSchema, siteEditionInputSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { column, columnsAt, editionOf, listedAt } from './list-edition.ts';

/**
 * The changes of a site that are not archived, the newest first, with what lists and pins show of them. The statements run side
 * by side; what is saved between them has a later edition.
 */
export async function listMocs(
  { db }: SignedInContext,
  { siteId, known }: z.output<typeof siteEditionInputSchema>,
): Promise<z.input<typeof mocListSchema>> {
  const edition = await editionOf(db, siteId);
  if (edition === known) return { siteID: siteId, edition, columns: null };
  const columns = await columnsAt(db, { list: 'mocs', siteId, edition }, () => readColumns(db, siteId));
  return { siteID: siteId, edition, columns };
}

async function readColumns(db: Db, siteId: number) {
  const [listed, pointOf, areaCountOf] = await Promise.all([
    readMocs(db, siteId),
    readPoints(db, siteId),
    readAreaCounts(db, siteId),
  ]);
  const points = listed.id.map((id) => pointOf.get(id));
  return {
    ...listed,
    areaCount: listed.id.map((id) => areaCountOf.get(id) ?? 0),
    x: points.map((point) => finite(point?.[0])),
    y: points.map((point) => finite(point?.[1])),
    z: points.map((point) => finite(point?.[2])),
  };
}

async function readMocs(db: Db, siteId: number) {
  const listed = sql`select id, name, document_number, state, version from ${mocs} where ${listedAt(siteId)} order by id desc`;
  const [columns] = await db
    .select({
      id: column<number>('id'),
      name: column<string>('name'),
      documentNumber: column<string>('document_number'),
      state: column<MocState>('state'),
      version: column<number>('version'),
    })
    .from(sql`(${listed}) as listed`);
  return columns!;
}

/** The first position of each change. */
async function readPoints(db: Db, siteId: number): Promise<Map<number, readonly unknown[]>> {
  const listed = sql`
    select ${mocPois.mocId} as moc_id, ${mocPois.x}, ${mocPois.y}, ${mocPois.z}
    from ${mocPois} join ${mocs} on ${mocs.id} = ${mocPois.mocId} where ${listedAt(siteId)} order by ${mocPois.id} desc`;
  const [columns] = await db
    .select({ id: column<number>('moc_id'), x: column('x'), y: column('y'), z: column('z') })
    .from(sql`(${listed}) as listed`);
  const { id, x, y, z } = columns!;
  return new Map(id.map((mocId, row) => [mocId, [x[row], y[row], z[row]]]));
}

async function readAreaCounts(db: Db, siteId: number): Promise<Map<number, number>> {
  const counted = sql`
    select ${mocAreas.mocId} as moc_id, count(*) as areas from ${mocAreas} join ${mocs} on ${mocs.id} = ${mocAreas.mocId}
    where ${mocAreas.archivedAt} is null and ${listedAt(siteId)} group by ${mocAreas.mocId}`;
  const [columns] = await db
    .select({ id: column<number>('moc_id'), areas: column<number>('areas') })
    .from(sql`(${counted}) as counted`);
  const { id, areas } = columns!;
  return new Map(id.map((mocId, row) => [mocId, areas[row]!]));
}

/** JSON has NaN and infinity, which are no coordinates, as texts. */
const finite = (value: unknown): number | null => (typeof value === 'number' ? value : null);
