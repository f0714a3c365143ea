import { isNull, max, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocs } from '@overlook/db/schema';
import { batchLookUps } from '../../services/batch-look-ups.ts';

/**
 * A text that changes with every save of a site's MOCs: each save raises a version, and rows are only added. Read it
 * before the data: the data may then be newer than the edition, but never older.
 */
export async function editionOf(db: Db, siteId: number): Promise<SiteEdition> {
  const lookUp = editionLookUps.get(db) ?? editionLookUp(db);
  editionLookUps.set(db, lookUp);
  return (await lookUp(String(siteId))) ?? NONE;
}

/** Requests that arrive together share a statement: every reading of a list begins with it. */
const editionLookUps = new WeakMap<Db, (siteId: string) => Promise<SiteEdition | undefined>>();

/** Of a site without MOCs. */
const NONE: SiteEdition = { edition: '0', listed: '0', savedAt: null };

function editionLookUp(db: Db): (siteId: string) => Promise<SiteEdition | undefined> {
  const isListed = isNull(mocs.archivedAt);
  const bySites = db
    .select({
      siteId: mocs.siteId,
      edition: sql<string>`concat_ws('.', count(*), max(${mocs.id}), sum(${mocs.version}))`,
      listed: sql<string>`concat_ws('.', count(*) filter (where ${isListed}), sum(${mocs.version}) filter (where ${isListed}))`,
      savedAt: max(mocs.updatedAt),
    })
    .from(mocs)
    .where(sql`${mocs.siteId} = any(string_to_array(${sql.placeholder('siteIds')}, ',')::int[])`)
    .groupBy(mocs.siteId)
    .prepare('editions_by_sites');
  return batchLookUps(async (siteIds) => {
    const rows = await bySites.execute({ siteIds: siteIds.join() });
    return new Map(rows.map(({ siteId, ...edition }) => [String(siteId), edition]));
  });
}

export interface SiteEdition {
  readonly edition: string;
  /** The same for the changes in lists: their number and the sum of their versions. */
  readonly listed: string;
  /** When the newest save was made, by the clock of the process that made it; null without MOCs. */
  readonly savedAt: Date | null;
}

/** Most lists that a process keeps; the least recently read one is dropped first. */
const LISTS_MOST = 16;

interface RememberedList {
  readonly edition: string;
  readonly columns: Promise<unknown>;
}

const remembered = new WeakMap<Db, Map<string, RememberedList>>();

/**
 * The columns of a list at an edition: they are `read` once for all callers, as long as none of the site's MOCs is
 * saved. `list` names the list; `before` is the last result, null the first time. A failed read is not kept.
 */
export function columnsAt<Columns>(
  db: Db,
  { list, siteId, edition }: { list: string; siteId: number; edition: string },
  read: (before: Columns | null) => Promise<Columns>,
): Promise<Columns> {
  const lists = remembered.get(db) ?? new Map<string, RememberedList>();
  remembered.set(db, lists);
  const key = `${list} ${siteId}`;
  const known = lists.get(key);
  lists.delete(key);
  if (known?.edition === edition) {
    lists.set(key, known);
    return known.columns as Promise<Columns>;
  }
  const before = (known?.columns as Promise<Columns> | undefined)?.catch(() => null) ?? null;
  const columns = Promise.resolve(before).then(read);
  const entry = { edition, columns };
  lists.set(key, entry);
  columns.catch(() => {
    if (lists.get(key) === entry) lists.delete(key);
  });
  if (lists.size > LISTS_MOST) lists.delete(lists.keys().next().value!);
  return columns;
}

/** All values of a column, in the order of the rows. The database writes them as JSON: rows cost the driver several times as much. */
export const jsonColumn = <Value>(name: string, filter = sql``) =>
  sql<Value[]>`coalesce(json_agg(${sql.identifier(name)}) ${filter}, '[]')`;

/** The MOCs that lists show. */
export const listedAt = (siteId: number) => sql`${mocs.siteId} = ${siteId} and ${mocs.archivedAt} is null`;
