import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { measurementComments, savedMeasurements, users } from '@overlook/db/schema';
import { modelType } from '@overlook/shared/config';
import { MEASUREMENTS_MESSAGES } from '@overlook/shared/messages';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import { measuredLayerSchema, type MeasuredLayer, type SiteMeasurement } from '@overlook/shared/schemas';
import type { Caller } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import type { StoredCapture } from '../captures/find-capture.ts';
import { layerState } from './layers-of.ts';

const { subject: _, details: __, ...columns } = getTableColumns(savedMeasurements);

export const COLUMNS = {
  ...columns,
  firstName: users.firstName,
  lastName: users.lastName,
  comments: sql<number>`(select count(*)::int from ${measurementComments} where ${measurementComments.measurementId} = ${savedMeasurements.id})`,
};

export const noSuchMeasurement = () => notFound(MEASUREMENTS_MESSAGES['measurements.unknown']);

type Row = Omit<typeof savedMeasurements.$inferSelect, 'subject' | 'details'>;

/** Own measurements of a site, and those that are shared there. */
export const isListed = (siteId: number, { userId }: Caller): SQL =>
  and(
    eq(savedMeasurements.siteId, siteId),
    or(eq(savedMeasurements.createdBy, userId), eq(savedMeasurements.isShared, true)),
  )!;

/** Whether the holder of these permissions may see all layers on which something was measured. */
export function mayReadLayers({ permissions }: Caller, { siteId, layers }: Pick<Row, 'siteId' | 'layers'>): boolean {
  const { data, success } = measuredLayerSchema.array().safeParse(layers);
  return success && data.every((layer) => isAllowedAtSite(permissions, siteId, modelType(layer.modeltypeId).token));
}

/** An own one, or any shared one for those who manage the site. */
export const mayChange = ({ permissions, userId }: Caller, row: Pick<Row, 'siteId' | 'createdBy' | 'isShared'>) =>
  row.createdBy === userId || (row.isShared && isAllowedAtSite(permissions, row.siteId, 'SITES:MANAGE'));

/** A row as the caller sees it. */
export function measurementOf(
  row: Row & { firstName: string; lastName: string; comments: number },
  caller: Caller,
  stored: readonly StoredCapture[],
): SiteMeasurement {
  const { guid: _guid, siteId: _siteId, createdBy, firstName, lastName, layers, createdAt, ...shown } = row;
  return {
    ...shown,
    isOwn: createdBy === caller.userId,
    mayChange: mayChange(caller, row),
    by: `${firstName} ${lastName}`,
    createdAt: createdAt.toISOString(),
    layers: layers.map((layer: MeasuredLayer) => ({ ...layer, state: layerState(layer, stored) })),
  };
}

/** A measurement that exists for the caller; `isLocked` keeps it as it is until the transaction ends. Throws 404. */
export async function findMeasurement(
  db: Db,
  caller: Caller,
  { siteId, id }: { readonly siteId: number; readonly id: number },
  isLocked = false,
) {
  const query = db
    .select()
    .from(savedMeasurements)
    .where(and(eq(savedMeasurements.id, id), isListed(siteId, caller)));
  const [row] = await (isLocked ? query.for('update') : query);
  if (!row || !mayReadLayers(caller, row)) throw noSuchMeasurement();
  return row;
}
