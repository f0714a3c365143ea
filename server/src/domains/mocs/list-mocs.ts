import { sql } from 'drizzle-orm';
import { mocAreas, mocPois, mocs } from '@overlook/db/schema';
import type { MocState } from '@overlook/shared/config';
import type { MocList } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';

/** All values of a column, in the order of the rows. The database writes them as JSON: rows cost the driver several times as much. */
const column = <Value>(name: string) => sql<Value[]>`coalesce(json_agg(${sql.identifier(name)}), '[]')`;

/** The changes of a site that are not archived, the newest first, with what lists and pins show of them, in one statement. */
export async function listMocs({ db }: SignedInContext, { siteId }: { siteId: number }): Promise<MocList> {
  const isListed = sql`${mocs.siteId} = ${siteId} and ${mocs.archivedAt} is null`;
  const areaCounts = sql`
    select ${mocAreas.mocId} as moc_id, count(*) as area_count
    from ${mocAreas} join ${mocs} on ${mocs.id} = ${mocAreas.mocId}
    where ${mocAreas.archivedAt} is null and ${isListed} group by ${mocAreas.mocId}`;
  // Of several positions it is the first.
  const listed = sql`
    select distinct on (${mocs.id}) ${mocs.id}, ${mocs.name}, ${mocs.documentNumber}, ${mocs.state}, ${mocs.version},
      ${mocPois.x}, ${mocPois.y}, ${mocPois.z}, coalesce(area_count, 0) as area_count
    from ${mocs} left join ${mocPois} on ${mocPois.mocId} = ${mocs.id} left join (${areaCounts}) as areas on areas.moc_id = ${mocs.id}
    where ${isListed} order by ${mocs.id} desc, ${mocPois.id}`;
  const [columns] = await db
    .select({
      id: column<number>('id'),
      name: column<string>('name'),
      documentNumber: column<string>('document_number'),
      state: column<MocState>('state'),
      version: column<number>('version'),
      areaCount: column<number>('area_count'),
      x: column<unknown>('x'),
      y: column<unknown>('y'),
      z: column<unknown>('z'),
    })
    .from(sql`(${listed}) as listed`);
  const { x, y, z, ...others } = columns!;
  return { siteID: siteId, columns: { ...others, x: x.map(finite), y: y.map(finite), z: z.map(finite) } };
}

/** JSON has NaN and infinity, which are no coordinates, as texts. */
const finite = (value: unknown): number | null => (typeof value === 'number' ? value : null);
