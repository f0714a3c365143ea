import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocAreas, mocPois, mocs } from '@overlook/db/schema';
import type { MocState } from '@overlook/shared/config';
import type { mocListSchema, siteEditionInputSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { column, columnsAt, editionOf, listedAt, type SiteEdition } from './list-edition.ts';

/**
 * The changes of a site that are not archived, the newest first, with what lists and pins show of them. After a save only what
 * was saved is read. The statements run side by side; what is saved between them has a later edition.
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

type ListColumns = NonNullable<z.input<typeof mocListSchema>['columns']>;

/** A list as it was read, and when the newest save in it was made. */
interface ListRead {
  readonly columns: ListColumns;
  readonly savedAt: Date | null;
}

async function readList(db: Db, siteId: number, now: SiteEdition, before: ListRead | null): Promise<ListRead> {
  const known = before?.savedAt && (await readSaved(db, siteId, before.columns, before.savedAt));
  // What was missed by it, as a save that took long, shows in the numbers.
  const columns = known && listedOf(known) === now.listed ? known : await readColumns(db, listedAt(siteId));
  return { columns, savedAt: now.savedAt };
}

const listedOf = ({ version }: ListColumns): string =>
  [version.length, ...(version.length > 0 ? [version.reduce((sum, one) => sum + one, 0)] : [])].join('.');

/** Saves are looked for from so long before the newest that is known: clocks differ, and a save is seen when it is done. */
const OVERLAP_MS = 60_000;
/** More than these are read with all others. */
const SAVED_MOST = 500;

/** The list with what was saved since then in its place; null where that is too much. */
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

/** The newest first, as both lists are. In place of the rows of `before` with these ids are those of `saved`, which may have fewer. */
function merged(before: ListColumns, saved: ListColumns, ids: readonly number[]): ListColumns {
  // From the end on, so that places before it stay.
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
  return Object.fromEntries(names.map((name) => [name, columnOf(name)])) as never;
}

/** The first place of a falling column whose id is not larger. */
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
async function readPoints(db: Db, condition: SQL): Promise<Map<number, readonly unknown[]>> {
  const listed = sql`
    select ${mocPois.mocId} as moc_id, ${mocPois.x}, ${mocPois.y}, ${mocPois.z}
    from ${mocPois} join ${mocs} on ${mocs.id} = ${mocPois.mocId} where ${condition} order by ${mocPois.id} desc`;
  const [columns] = await db
    .select({ id: column<number>('moc_id'), x: column('x'), y: column('y'), z: column('z') })
    .from(sql`(${listed}) as listed`);
  const { id, x, y, z } = columns!;
  return new Map(id.map((mocId, row) => [mocId, [x[row], y[row], z[row]]]));
}

async function readAreaCounts(db: Db, condition: SQL): Promise<Map<number, number>> {
  const counted = sql`
    select ${mocAreas.mocId} as moc_id, count(*) as areas from ${mocAreas} join ${mocs} on ${mocs.id} = ${mocAreas.mocId}
    where ${mocAreas.archivedAt} is null and ${condition} group by ${mocAreas.mocId}`;
  const [columns] = await db
    .select({ id: column<number>('moc_id'), areas: column<number>('areas') })
    .from(sql`(${counted}) as counted`);
  const { id, areas } = columns!;
  return new Map(id.map((mocId, row) => [mocId, areas[row]!]));
}

/** JSON has NaN and infinity, which are no coordinates, as texts. */
const finite = (value: unknown): number | null => (typeof value === 'number' ? value : null);
