import { and, eq, gte, inArray, isNull, lt, or, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import type { z } from 'zod';
import { photos, snapshots } from '@overlook/db/schema';
import { PHOTO_HEIGHT_TYPES, PHOTO_RADII, PHOTOS } from '@overlook/shared/config';
import {
  dot,
  llaFromEcef,
  length,
  ecefFromLla,
  type Lla,
  normalize,
  RAD_PER_DEG,
  subtract,
  type Vec3,
} from '@overlook/shared/maths';
import type { NearbyPhoto, nearbyInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { loadPhotos, PHOTO_SELECTION, readablePhotos, type SitePhoto } from './photo-rows.ts';

type Asked = z.output<typeof nearbyInputSchema>;

interface Place extends Lla {
  readonly pointEcef: Vec3;
}

/** A degree of latitude is longer than this anywhere on the ellipsoid and down to 12 km below it, metres. */
const DEGREE_LEAST_M = 110_300;

function placeOf({ x, y, z, longitude, latitude, altitude }: Asked): Place {
  if (typeof x === 'number' && typeof y === 'number' && typeof z === 'number')
    return { ...llaFromEcef([x, y, z]), pointEcef: [x, y, z] };
  const lla = { longitude: longitude!, latitude: latitude!, height: altitude! };
  return { ...lla, pointEcef: ecefFromLla(lla) };
}

/** Degrees. */
type Box = Record<'west' | 'east' | 'south' | 'north', number>;

/** A box that holds the sphere. */
function boxAround({ longitude, latitude }: Place, radiusM: number): Box {
  const latitudeSpan = radiusM / DEGREE_LEAST_M;
  const farthest = Math.min(90, Math.abs(latitude) + latitudeSpan);
  const longitudeSpan = latitudeSpan / Math.max(Math.cos(farthest * RAD_PER_DEG), 1e-9);
  const [west, east] = [longitude - longitudeSpan, longitude + longitudeSpan];
  // Around a pole and across the date line any longitude may be near.
  const isAnywhere = west < -180 || east > 180;
  return {
    west: isAnywhere ? -360 : west,
    east: isAnywhere ? 360 : east,
    south: latitude - latitudeSpan,
    north: latitude + latitudeSpan,
  };
}

/** A number, or the placeholder of one in a prepared statement. */
type NumberInSql = number | Placeholder;

/** Whether a photo lies in a box, as a condition that the index can answer. */
function isInBox({ west, east, south, north }: Record<keyof Box, NumberInSql>): SQL {
  const between = (column: SQLWrapper, from: NumberInSql, to: NumberInSql) =>
    sql`${column} between ${from}::double precision and ${to}::double precision`;
  return sql`${between(snapshots.latitude, south, north)} and ${between(snapshots.longitude, west, east)}`;
}

function squaredDistance([x, y, z]: readonly [NumberInSql, NumberInSql, NumberInSql]): SQL<number> {
  const square = (column: SQLWrapper, value: NumberInSql) =>
    sql`(${column} - ${value}::double precision) * (${column} - ${value}::double precision)`;
  return sql`${square(snapshots.x, x)} + ${square(snapshots.y, y)} + ${square(snapshots.z, z)}`;
}

/**
 * Compares with an ISO time: an instant for photos whose zone is known, and the clock time for photos without a known
 * zone.
 */
function isTaken(compare: typeof gte, iso: string): SQL | undefined {
  const clock = iso.replace(/(?:Z|[+-]\d\d:?\d\d)$/i, 'Z');
  return or(
    and(eq(photos.hasZone, true), compare(photos.takenAt, new Date(iso))),
    and(eq(photos.hasZone, false), compare(photos.takenAt, new Date(clock))),
  );
}

/** The condition on the row in `photos`; undefined where no filter is set. */
function photoFilter({ takenFrom, takenBefore, cameras }: Asked): SQL | undefined {
  return and(
    takenFrom ? isTaken(gte, takenFrom) : undefined,
    takenBefore ? isTaken(lt, takenBefore) : undefined,
    cameras ? inArray(photos.camera, cameras) : undefined,
  );
}

/**
 * The nearest photos within the radius. Smaller radii are searched first: if one of them has enough photos, these are
 * the nearest, and in dense areas the largest radius has thousands.
 */
async function findNearest(ctx: SignedInContext, asked: Asked, place: Place): Promise<SitePhoto[]> {
  const filter = photoFilter(asked);
  let found: SitePhoto[] = [];
  for (const { metres } of PHOTO_RADII.slice(0, asked.nearbySearchRadius)) {
    found = await (filter
      ? findFiltered(ctx, asked, { place, metres, filter })
      : findWithin(ctx, asked, place, metres));
    if (found.length === PHOTOS.nearestMost) break;
  }
  return found;
}

const FIELDS = ['siteId', 'west', 'east', 'south', 'north', 'x', 'y', 'z', 'squaredRadiusM', 'types'] as const;

/** A prepared statement, because parsing takes longer than running it. */
function prepareNearest(db: Db) {
  const given = Object.fromEntries(FIELDS.map((name) => [name, sql.placeholder(name)])) as Record<
    (typeof FIELDS)[number],
    Placeholder
  >;
  const distance = squaredDistance([given.x, given.y, given.z]);
  const nearest = db
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.siteId, given.siteId),
        isInBox(given),
        isNull(snapshots.archivedAt),
        sql`${snapshots.heightType} = any(${given.types}::text::snapshot_height_type[])`,
        sql`${distance} <= ${given.squaredRadiusM}::double precision`,
      ),
    )
    .orderBy(distance, snapshots.id)
    .limit(PHOTOS.nearestMost)
    .as('nearest');
  return db
    .select(PHOTO_SELECTION)
    .from(nearest)
    .innerJoin(snapshots, eq(snapshots.id, nearest.id))
    .innerJoin(photos, eq(photos.snapshotId, nearest.id))
    .prepare('nearest_photos');
}

const prepared = new WeakMap<Db, ReturnType<typeof prepareNearest>>();

async function findWithin(ctx: SignedInContext, asked: Asked, place: Place, radiusM: number): Promise<SitePhoto[]> {
  const statement = prepared.get(ctx.db) ?? prepareNearest(ctx.db);
  prepared.set(ctx.db, statement);
  const [x, y, z] = place.pointEcef;
  const rows = await statement.execute({
    siteId: asked.siteID,
    ...boxAround(place, radiusM),
    x,
    y,
    z,
    squaredRadiusM: radiusM * radiusM,
    types: `{${(asked.heightType ?? PHOTO_HEIGHT_TYPES).join()}}`,
  });
  return readablePhotos(ctx, rows);
}

interface Filtered {
  readonly place: Place;
  readonly metres: number;
  readonly filter: SQL;
}

/** All within the radius are sorted, and their rows in `photos` looked up one by one until enough of them pass. */
async function findFiltered(
  ctx: SignedInContext,
  asked: Asked,
  { place, metres, filter }: Filtered,
): Promise<SitePhoto[]> {
  const distance = squaredDistance(place.pointEcef);
  const candidates = ctx.db
    .select({ id: snapshots.id, squaredM: distance.as('squared_m') })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.siteId, asked.siteID),
        isInBox(boxAround(place, metres)),
        isNull(snapshots.archivedAt),
        asked.heightType ? inArray(snapshots.heightType, asked.heightType) : sql`${snapshots.heightType} is not null`,
        sql`${distance} <= ${metres * metres}::double precision`,
      ),
    )
    .orderBy(sql`squared_m`, snapshots.id)
    .offset(0)
    .as('candidates');
  const rows = await ctx.db
    .select({ id: candidates.id })
    .from(candidates)
    .innerJoin(photos, eq(photos.snapshotId, candidates.id))
    .where(filter)
    .orderBy(candidates.squaredM, candidates.id)
    .limit(PHOTOS.nearestMost);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return loadPhotos(ctx, inArray(snapshots.id, ids));
}

function directionOf({ cameraDirectionX, cameraDirectionY, cameraDirectionZ }: Asked): Vec3 | null {
  const direction: Vec3 = [cameraDirectionX ?? 0, cameraDirectionY ?? 0, cameraDirectionZ ?? 0];
  return length(direction) > 1e-3 ? normalize(direction) : null;
}

/**
 * Best aligned first, those equally aligned by distance. A photo at the point itself has no direction: it counts as
 * perpendicular.
 */
function inOrder(found: readonly SitePhoto[], pointEcef: Vec3, direction: Vec3 | null): NearbyPhoto[] {
  const measured = found.map((photo) => {
    const { longitude, latitude, altitude } = photo.pois[0]!;
    const away = subtract(ecefFromLla({ longitude, latitude, height: altitude }), pointEcef);
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
 * The nearest photos within the radius of a point (specification §9), first those in the viewing direction from the
 * requested point, because the request has no other position.
 */
export async function searchPhotos(ctx: SignedInContext, asked: Asked): Promise<{ snapshots: NearbyPhoto[] }> {
  if (asked.heightType?.length === 0 || asked.cameras?.length === 0) return { snapshots: [] };
  const place = placeOf(asked);
  const found = await findNearest(ctx, asked, place);
  return { snapshots: inOrder(found, place.pointEcef, directionOf(asked)) };
}
