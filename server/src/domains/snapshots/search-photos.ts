import { and, eq, gte, inArray, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { photos, snapshots } from '@overlook/db/schema';
import { PHOTO_RADII, PHOTOS } from '@overlook/shared/config';
import {
  dot,
  ecefToLla,
  length,
  llaToEcef,
  type Lla,
  normalize,
  RAD_PER_DEG,
  subtract,
  type Vec3,
} from '@overlook/shared/maths';
import type { NearbyPhoto, nearbyInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { loadPhotos, type SitePhoto } from './photo-rows.ts';

type Asked = z.output<typeof nearbyInputSchema>;

interface Place extends Lla {
  readonly pointEcef: Vec3;
}

/** A degree of latitude is longer than this anywhere on the ellipsoid and down to 12 km below it, metres. */
const DEGREE_LEAST_M = 110_300;

function placeOf({ x, y, z, longitude, latitude, altitude }: Asked): Place {
  if (typeof x === 'number' && typeof y === 'number' && typeof z === 'number')
    return { ...ecefToLla([x, y, z]), pointEcef: [x, y, z] };
  const lla = { longitude: longitude!, latitude: latitude!, height: altitude! };
  return { ...lla, pointEcef: llaToEcef(lla) };
}

/** Whether a photo lies in a box of degrees that holds the sphere: what the index can answer. */
function isInBox({ longitude, latitude }: Place, radiusM: number): SQL {
  const latitudeSpan = radiusM / DEGREE_LEAST_M;
  const farthest = Math.min(90, Math.abs(latitude) + latitudeSpan);
  const longitudeSpan = latitudeSpan / Math.max(Math.cos(farthest * RAD_PER_DEG), 1e-9);
  const [west, east] = [longitude - longitudeSpan, longitude + longitudeSpan];
  const between = (column: SQLWrapper, from: number, to: number) =>
    sql`${column} between ${from}::double precision and ${to}::double precision`;
  const isInBand = between(snapshots.latitude, latitude - latitudeSpan, latitude + latitudeSpan);
  // Around a pole and across the date line any longitude may be near.
  return west < -180 || east > 180 ? isInBand : sql`${isInBand} and ${between(snapshots.longitude, west, east)}`;
}

function squaredDistance([x, y, z]: Vec3): SQL<number> {
  const square = (column: SQLWrapper, value: number) =>
    sql`(${column} - ${value}::double precision) * (${column} - ${value}::double precision)`;
  return sql`${square(snapshots.x, x)} + ${square(snapshots.y, y)} + ${square(snapshots.z, z)}`;
}

/** What is asked of the row in `photos`; nothing where no filter is set. */
function photoFilter({ takenFrom, takenBefore, cameras }: Asked): SQL | undefined {
  return and(
    takenFrom ? gte(photos.takenAt, new Date(takenFrom)) : undefined,
    takenBefore ? lt(photos.takenAt, new Date(takenBefore)) : undefined,
    cameras ? inArray(photos.camera, cameras) : undefined,
  );
}

/**
 * Ids of the nearest photos within the radius. Smaller radii are asked first: enough photos within one of them are the nearest
 * of all, and where photos are dense the largest holds thousands.
 */
async function findNearest(ctx: SignedInContext, asked: Asked, place: Place): Promise<number[]> {
  let ids: number[] = [];
  for (const { metres } of PHOTO_RADII.slice(0, asked.nearbySearchRadius)) {
    ids = await findWithin(ctx, asked, place, metres);
    if (ids.length === PHOTOS.nearestMost) break;
  }
  return ids;
}

async function findWithin({ db }: SignedInContext, asked: Asked, place: Place, radiusM: number): Promise<number[]> {
  const distance = squaredDistance(place.pointEcef);
  const nearest = db
    .select({ id: snapshots.id, squaredM: distance.as('squared_m') })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.siteId, asked.siteID),
        isInBox(place, radiusM),
        isNull(snapshots.archivedAt),
        asked.heightType ? inArray(snapshots.heightType, asked.heightType) : sql`${snapshots.heightType} is not null`,
        sql`${distance} <= ${radiusM * radiusM}::double precision`,
      ),
    )
    .orderBy(sql`squared_m`, snapshots.id);
  const filter = photoFilter(asked);
  // With a filter all are sorted, and their rows in `photos` looked up one by one until enough of them pass.
  const candidates = (filter ? nearest.offset(0) : nearest.limit(PHOTOS.nearestMost)).as('candidates');
  const rows = await db
    .select({ id: candidates.id })
    .from(candidates)
    .innerJoin(photos, eq(photos.snapshotId, candidates.id))
    .where(filter)
    .orderBy(candidates.squaredM, candidates.id)
    .limit(PHOTOS.nearestMost);
  return rows.map(({ id }) => id);
}

function directionOf({ cameraDirectionX, cameraDirectionY, cameraDirectionZ }: Asked): Vec3 | null {
  const direction: Vec3 = [cameraDirectionX ?? 0, cameraDirectionY ?? 0, cameraDirectionZ ?? 0];
  return length(direction) > 1e-3 ? normalize(direction) : null;
}

/** Best aligned first, those equally aligned by distance. A photo at the point itself lies in no direction: it counts as abreast. */
function inOrder(found: readonly SitePhoto[], pointEcef: Vec3, direction: Vec3 | null): NearbyPhoto[] {
  const measured = found.map((photo) => {
    const { longitude, latitude, altitude } = photo.pois[0]!;
    const away = subtract(llaToEcef({ longitude, latitude, height: altitude }), pointEcef);
    const distanceM = length(away);
    return {
      photo: { ...photo, distanceM },
      alignment: direction && distanceM > 0 ? dot(away, direction) / distanceM : 0,
    };
  });
  measured.sort(
    (a, b) => b.alignment - a.alignment || a.photo.distanceM - b.photo.distanceM || a.photo.id - b.photo.id,
  );
  return measured.map(({ photo }) => photo);
}

/**
 * The nearest photos within the radius of a point (specification §9), those first that lie where the camera looks, seen from
 * the point that is asked for: the request carries no other.
 */
export async function searchPhotos(ctx: SignedInContext, asked: Asked): Promise<{ snapshots: NearbyPhoto[] }> {
  if (asked.heightType?.length === 0 || asked.cameras?.length === 0) return { snapshots: [] };
  const place = placeOf(asked);
  const ids = await findNearest(ctx, asked, place);
  if (ids.length === 0) return { snapshots: [] };
  const found = await loadPhotos(ctx, inArray(snapshots.id, ids));
  return { snapshots: inOrder(found, place.pointEcef, directionOf(asked)) };
}
