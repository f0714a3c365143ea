import { sql } from 'drizzle-orm';
import { mocAreas, mocs } from '@overlook/db/schema';
import { siteAreasAnswerSchema, type siteEditionInputSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { jsonColumn, columnsAt, editionOf, listedAt } from './list-edition.ts';

/** Three doubles. */
const CORNER_BYTES = 24;

/**
 * The areas of a site's changes that are not archived, nor their changes, as columns. One whose corners or heights cannot be
 * read is left out and logged.
 */
export async function listAreas(
  { db, log }: SignedInContext,
  { siteId, known }: z.output<typeof siteEditionInputSchema>,
): Promise<z.input<typeof siteAreasAnswerSchema>> {
  const { edition } = await editionOf(db, siteId);
  if (edition === known) return { edition, columns: null };
  const columns = await columnsAt(db, { list: 'areas', siteId, edition }, () => readColumns({ db, log }, siteId));
  return { edition, columns };
}

const columnsSchema = siteAreasAnswerSchema.shape.columns.unwrap();

async function readColumns({ db, log }: Pick<SignedInContext, 'db' | 'log'>, siteId: number) {
  const [read] = await db
    .select({
      mocId: readable<number>('moc_id'),
      uuid: readable<string>('uuid'),
      bottomHeight: readable<number>('bottom_height'),
      topHeight: readable<number>('top_height'),
      capped: readable<boolean>('capped'),
      colour: readable<string | null>('colour'),
      createdOn: readable<string>('created_on'),
      cornerCount: readable<number>('corner_count'),
      corners: sql<Uint8Array | null>`string_agg(corners, '') filter (where is_readable)`,
      leftOut: sql<string[]>`coalesce(json_agg(uuid) filter (where not is_readable), '[]')`,
    })
    .from(sql`(${listedAreas(siteId)}) as listed`);
  const { leftOut, corners, ...columns } = read!;
  for (const uuid of leftOut) log.warn({ row: `area ${uuid}` }, 'a stored row is left out');
  // Checked once for all readers of this edition.
  return columnsSchema.parse({ ...columns, corners: Buffer.from(corners ?? []).toString('base64') });
}

const readable = <Value>(name: string) => jsonColumn<Value>(name, sql`filter (where is_readable)`);

/** For PostgreSQL, NaN is larger than all numbers. */
const listedAreas = (siteId: number) => {
  const { uuid, mocId, bottomHeight, topHeight, capped, colour, corners, createdAt } = mocAreas;
  return sql`
    select ${uuid}, ${mocId}, ${bottomHeight}, ${topHeight}, ${capped}, ${colour}, ${corners},
      to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD') as created_on,
      length(${corners}) / ${sql.raw(String(CORNER_BYTES))} as corner_count,
      ${corners} is not null and abs(${bottomHeight}) < 'infinity' and abs(${topHeight}) < 'infinity'
        and isfinite(${createdAt}) as is_readable
    from ${mocAreas} join ${mocs} on ${mocs.id} = ${mocId}
    where ${mocAreas.archivedAt} is null and ${listedAt(siteId)} order by ${createdAt}, ${uuid}`;
};
