import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocAreas, mocPois, mocs } from '@overlook/db/schema';
import type { MocState } from '@overlook/shared/config';
import { mocListSchema, type siteEditionInputSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { jsonColumn, columnsAt, editionOf, listedAt, type SiteEdition } from './list-edition.ts';

/**
 * The changes of a site that are not archived, the newest first, with the columns that lists and pins show. After a
 * save only the saved rows are read. The statements run in parallel; a save between them has a later edition.
 */
export async function listMocs(
  { db }: SignedInContext,
  { siteId, known }: z.output<typeof siteEditionInputSchema>,
): Promise<z.input<typeof mocListSchema>> {
  const now = await editionOf(db, siteId);
  const { edition } = now;
  if (edition === known) return { siteID: siteId, edition, columns: null };
  const read = (before: ListRead | null) => readList(db, siteId, now, before);
  const { columns } = await columnsAt(db, { list: 'mocs', siteId, edition }, read);
  return { siteID: siteId, edition, columns };
}

const columnsSchema = mocListSchema.shape.columns.unwrap();

type ListColumns = NonNullable<z.input<typeof mocListSchema>['columns']>;

/** A list as it was read, and when the newest save in it was made. */
interface ListRead {
  readonly columns: ListColumns;
  readonly savedAt: Date | null;
}

async function readList(db: Db, siteId: number, now: SiteEdition, before: ListRead | null): Promise<ListRead> {
  const known = before?.savedAt && (await readSaved(db, siteId, before.columns, before.savedAt));
  // A save that it missed, for example a slow one, is noticed by the count and the sum of versions.
  const columns = known && listedOf(known) === now.listed ? known : await readColumns(db, listedAt(siteId));
  // Checked once for all readers of this edition.
  return { columns: columnsSchema.parse(columns), savedAt: now.savedAt };
}

const listedOf = ({ version }: ListColumns): string =>
  [version.length, ...(version.length > 0 ? [version.reduce((sum, one) => sum + one, 0)] : [])].join('.');

/**
 * Saves are searched from this long before the newest known one, because clocks differ, and a save becomes visible only
 * when it is committed.
 */
const OVERLAP_MS = 60_000;
/** With more saved rows than this, all rows are read. */
const SAVED_MOST = 500;

/** The list with the rows that were saved since; null where there are too many. */
async function readSaved(db: Db, siteId: number, before: ListColumns, savedAt: Date): Promise<ListColumns | null> {
  const since = new Date(savedAt.getTime() - OVERLAP_MS);
  const rows = await db
    .select({ id: mocs.id })
    .from(mocs)
    .where(and(eq(mocs.siteId, siteId), gte(mocs.updatedAt, since)))
    .limit(SAVED_MOST + 1);
  if (rows.length > SAVED_MOST) return null;
  if (rows.length === 0) return before;
  const ids = rows.map(({ id }) => id);
  return merged(before, await readColumns(db, sql`${listedAt(siteId)} and ${inArray(mocs.id, ids)}`), ids);
}

/**
 * The newest first, as both lists are. Rows of `saved` replace those of `before` with the same ids; ids without a saved
 * row are removed.
 */
function merged(before: ListColumns, saved: ListColumns, ids: readonly number[]): ListColumns {
  // From the end, so that earlier places do not change.
  const edits = ids
    .toSorted((a, b) => a - b)
    .map((id) => {
      const at = placeOf(before.id, id);
      return { at, isThere: before.id[at] === id, row: saved.id.indexOf(id) };
    });
  const columnOf = <Value>(name: keyof ListColumns): Value[] => {
    const [values, news] = [[...before[name]] as Value[], saved[name] as Value[]];
    for (const { at, isThere, row } of edits) values.splice(at, isThere ? 1 : 0, ...(row < 0 ? [] : [news[row]!]));
    return values;
  };
  const names = Object.keys(before) as (keyof ListColumns)[];
  // Each name has the column of that name.
  return Object.fromEntries(names.map((name) => [name, columnOf(name)])) as never;
}

/** The first place in a descending column whose id is not larger. */
function placeOf(ids: readonly number[], id: number): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ids[middle]! > id) from = middle + 1;
    else to = middle;
  }
  return from;
}

async function readColumns(db: Db, condition: SQL): Promise<ListColumns> {
  const [listed, pointOf, areaCountOf] = await Promise.all([
    readMocs(db, condition),
    readPoints(db, condition),
    readAreaCounts(db, condition),
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

async function readMocs(db: Db, condition: SQL) {
  const listed = sql`select id, name, document_number, state, version from ${mocs} where ${condition} order by id desc`;
  const [columns] = await db
    .select({
      id: jsonColumn<number>('id'),
      name: jsonColumn<string>('name'),
      documentNumber: jsonColumn<string>('document_number'),
      state: jsonColumn<MocState>('state'),
      version: jsonColumn<number>('version'),
    })
    .from(sql`(${listed}) as listed`);
  return columns!;
}

/** The first position of each change. */
async function readPoints(db: Db, condition: SQL): Promise<Map<number, readonly unknown[]>> {
  const listed = sql`
    select ${mocPois.mocId} as moc_id, ${mocPois.x}, ${mocPois.y}, ${mocPois.z}
    from ${mocPois} join ${mocs} on ${mocs.id} = ${mocPois.mocId} where ${condition} order by ${mocPois.id} desc`;
  const [columns] = await db
    .select({ id: jsonColumn<number>('moc_id'), x: jsonColumn('x'), y: jsonColumn('y'), z: jsonColumn('z') })
    .from(sql`(${listed}) as listed`);
  const { id, x, y, z } = columns!;
  return new Map(id.map((mocId, row) => [mocId, [x[row], y[row], z[row]]]));
}

async function readAreaCounts(db: Db, condition: SQL): Promise<Map<number, number>> {
  const counted = sql`
    select ${mocAreas.mocId} as moc_id, count(*) as areas from ${mocAreas} join ${mocs} on ${mocs.id} = ${mocAreas.mocId}
    where ${mocAreas.archivedAt} is null and ${condition} group by ${mocAreas.mocId}`;
  const [columns] = await db
    .select({ id: jsonColumn<number>('moc_id'), areas: jsonColumn<number>('areas') })
    .from(sql`(${counted}) as counted`);
  const { id, areas } = columns!;
  return new Map(id.map((mocId, row) => [mocId, areas[row]!]));
}

/** JSON has NaN and infinity as texts; they are not coordinates. */
const finite = (value: unknown): number | null => (typeof value === 'number' ? value : null);
