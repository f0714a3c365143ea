import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { attachments, mocAreas, mocPois, mocs, users } from '@overlook/db/schema';
import { type Db, letOthersRun } from '@overlook/db';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import {
  type Attachment,
  attachmentSchema,
  bookmarkSchema,
  type Moc,
  type MocArea,
  mocAreaSchema,
  type MocPoi,
  mocPoiSchema,
  mocTopicSchema,
  savedMeasurementsSchema,
} from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { Services, SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { inPersonsTurn } from '../../services/heavy-work.ts';
import { readableRows, readableValue } from '../../services/stored-rows.ts';
import { watchAccess } from './watch-access.ts';

/** The dependencies of reading; in a transaction, `db` is the transaction. */
interface Reading {
  readonly db: Db;
  readonly log: Pick<Services['log'], 'warn'>;
}

/** Most changes that are read at once, and bytes of their texts and corners, unless one has more. */
const AT_ONCE_MOST = 50;
const AT_ONCE_BYTES = 250_000;
/** Areas, of up to a thousand corners each, that are read at once. */
const AREAS_AT_ONCE = 25;

/** All of the changes of a site that are not archived, the newest first. */
export const loadAllMocs = async (ctx: SignedInContext, site: { siteId: number }): Promise<{ mocs: Moc[] }> => ({
  mocs: await inPersonsTurn(ctx, async () => {
    const all: Moc[] = [];
    for await (const moc of eachMoc(ctx, site)) all.push(moc);
    return all;
  }),
});

/**
 * The same one by one, read in parts, between which other requests run. Ends with an error when the client has gone, or may not see
 * them any more.
 */
export async function* eachMoc(ctx: SignedInContext, { siteId }: { siteId: number }): AsyncGenerator<Moc> {
  const isListed = and(eq(mocs.siteId, siteId), isNull(mocs.archivedAt))!;
  const access = watchAccess(ctx, siteId);
  try {
    for (const ids of await idsInParts(ctx.db, isListed)) {
      ctx.ended.throwIfAborted();
      for (const moc of await loadMocs(ctx, and(isListed, inArray(mocs.id, ids))!)) {
        await access.check();
        yield moc;
        await letOthersRun();
      }
    }
  } finally {
    access.stop();
  }
}

async function idsInParts(db: Db, condition: SQL): Promise<number[][]> {
  const corners = sql`(select sum(octet_length(${mocAreas.corners})) from ${mocAreas} where ${mocAreas.mocId} = ${mocs.id})`;
  const bytes = sql<number>`octet_length(${mocs.description}) + coalesce(pg_column_size(${mocs.measurements}), 0) + coalesce(${corners}, 0)`;
  const rows = await db
    .select({ id: mocs.id, bytes: bytes.mapWith(Number) })
    .from(mocs)
    .where(condition)
    .orderBy(desc(mocs.id));
  const parts: number[][] = [];
  let size = Infinity;
  for (const row of rows) {
    if (size + row.bytes > AT_ONCE_BYTES || parts.at(-1)!.length >= AT_ONCE_MOST) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)!.push(row.id);
    size += row.bytes;
  }
  return parts;
}

/** One change of a site, archived or not. Throws 404. */
export async function loadMoc(ctx: Reading, { siteId, id }: { siteId: number; id: number }): Promise<Moc> {
  const [moc] = await loadMocs(ctx, and(eq(mocs.siteId, siteId), eq(mocs.id, id))!);
  if (!moc) throw notFound(MOCS_MESSAGES['moc.notFound']);
  return moc;
}

/**
 * The changes that meet a condition on the table `mocs`, the newest first. Parts of a change that cannot be read are
 * omitted.
 */
async function loadMocs(reading: Reading, condition: SQL): Promise<Moc[]> {
  const [rows, pois, areas, files] = await Promise.all([
    selectMocs(reading.db, condition),
    loadPois(reading, condition),
    loadAreas(reading, condition),
    loadAttachments(reading, condition),
  ]);
  return rows.map(({ moc, creator, editor }) => ({
    id: moc.id,
    siteID: moc.siteId,
    name: moc.name,
    description: moc.description,
    documentNumber: moc.documentNumber,
    state: moc.state,
    data: {
      bookmark: readStored(reading, moc.id, 'bookmark', bookmarkSchema, moc.bookmark),
      measurements: readStored(reading, moc.id, 'measurements', savedMeasurementsSchema, moc.measurements),
    },
    pois: pois.get(moc.id) ?? [],
    attachments: files.get(moc.id) ?? [],
    polygons: Object.fromEntries((areas.get(moc.id) ?? []).map((area) => [area.uuid, area])),
    archived: moc.archivedAt !== null,
    createdBy: creator,
    createdAt: moc.createdAt.toISOString(),
    updatedAt: moc.updatedAt.toISOString(),
    updatedBy: editor,
    version: moc.version,
    ...topicOf(reading, moc),
  }));
}

function topicOf(reading: Reading, { id, topic }: Pick<typeof mocs.$inferSelect, 'id' | 'topic'>): Pick<Moc, 'topic'> {
  const read = readStored(reading, id, 'topic', mocTopicSchema, topic);
  return read ? { topic: read } : {};
}

const { topicView: _topicView, ...mocColumns } = getTableColumns(mocs);

const editors = alias(users, 'editors');

/** Null where there is no row. */
const nameOf = ({ firstName, lastName }: Readonly<Record<'firstName' | 'lastName', AnyPgColumn>>) =>
  sql<string | null>`${firstName} || ' ' || ${lastName}`;

const selectMocs = (db: Db, condition: SQL) =>
  db
    .select({ moc: mocColumns, creator: nameOf(users), editor: nameOf(editors) })
    .from(mocs)
    .leftJoin(users, eq(users.id, mocs.createdBy))
    .leftJoin(editors, eq(editors.id, mocs.updatedBy))
    .where(condition)
    .orderBy(desc(mocs.id));

function readStored<Schema extends z.ZodType>(
  { log }: Reading,
  id: number,
  column: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> | null {
  return value === null ? null : readableValue(log, `MOC ${id}, ${column}`, schema.nullable(), value, null);
}

async function loadPois({ db, log }: Reading, condition: SQL): Promise<Map<number, MocPoi[]>> {
  const rows = await db
    .select({ poi: mocPois })
    .from(mocPois)
    .innerJoin(mocs, eq(mocs.id, mocPois.mocId))
    .where(condition)
    .orderBy(asc(mocPois.id));
  const pois = rows.map(({ poi }) => poi);
  const byMoc = groupByMoc(readableRows(log, 'position of a MOC', mocPoiSchema, pois));
  return mapValues(byMoc, ({ longitude, latitude, altitude, x, y, z }) => ({ longitude, latitude, altitude, x, y, z }));
}

const { corners: _corners, ...areaColumns } = getTableColumns(mocAreas);

async function loadAreas({ db, log }: Reading, condition: SQL): Promise<Map<number, MocArea[]>> {
  let read = 0;
  const readable: (MocArea & { id: string; mocId: number })[] = [];
  for (let isLast = false; !isLast;) {
    const rows = await db
      .select({ area: areaColumns })
      .from(mocAreas)
      .innerJoin(mocs, eq(mocs.id, mocAreas.mocId))
      .where(and(condition, isNull(mocAreas.archivedAt)))
      .orderBy(asc(mocAreas.createdAt), asc(mocAreas.uuid))
      .limit(AREAS_AT_ONCE)
      .offset(read);
    const areas = rows.map(({ area }) => ({ ...describeArea(area), id: area.uuid, mocId: area.mocId }));
    for (const area of readableRows(log, 'area', mocAreaSchema, areas)) readable.push(area);
    read += rows.length;
    isLast = rows.length < AREAS_AT_ONCE;
    await letOthersRun();
  }
  const byMoc = groupByMoc(readable);
  return mapValues(byMoc, ({ id: _id, mocId: _mocId, ...area }) => area);
}

type AreaRow = typeof mocAreas.$inferSelect;

/** A row of an area in the form of the answer. */
export const describeArea = ({ archivedAt, createdAt, ...area }: Omit<AreaRow, 'corners'>): MocArea => ({
  uuid: area.uuid,
  name: area.name,
  bottomHeight: area.bottomHeight,
  topHeight: area.topHeight,
  capped: area.capped,
  colour: area.colour,
  points: area.points,
  type: 'polygon',
  archived: archivedAt !== null,
  createdAt: createdAt.toISOString(),
});

async function loadAttachments({ db, log }: Reading, condition: SQL): Promise<Map<number, Attachment[]>> {
  const { id, uuid, mocId, filename, mediaType, sizeBytes, createdAt } = attachments;
  const rows = await db
    .select({ id, uuid, mocId, filename, mediaType, sizeBytes, createdAt })
    .from(attachments)
    .innerJoin(mocs, eq(mocs.id, attachments.mocId))
    .where(and(condition, isNull(attachments.archivedAt)))
    .orderBy(asc(attachments.id));
  const files = rows.map((row) => ({ ...row, mocId: row.mocId!, createdAt: row.createdAt.toISOString() }));
  const byMoc = groupByMoc(readableRows(log, 'attachment', attachmentSchema, files));
  return mapValues(byMoc, ({ mocId: _mocId, ...file }) => file);
}

/** Rows of a table of parts, by the id of their MOC. */
export function groupByMoc<Row extends { readonly mocId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const byMoc = new Map<number, Row[]>();
  for (const row of rows) {
    const known = byMoc.get(row.mocId);
    if (known) known.push(row);
    else byMoc.set(row.mocId, [row]);
  }
  return byMoc;
}

const mapValues = <From, To>(byMoc: ReadonlyMap<number, From[]>, change: (row: From) => To): Map<number, To[]> =>
  new Map(Array.from(byMoc, ([id, rows]) => [id, rows.map(change)]));
