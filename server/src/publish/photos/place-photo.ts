import { PHOTO_IMPORT } from '@overlook/shared/config';
import { type Lla, distance, llaFromEcef, enuFrame, ecefFromLla, transformPoint } from '@overlook/shared/maths';
import { PictureRefusedError } from '../../storage/photo-pictures.ts';
import type { PhotoRow } from './photo-table.ts';
import type { PositionTags } from '@overlook/shared/photo-tags';
import type { SeaSurfaces } from './sea-surfaces.ts';

/** The reference of an altitude: the WGS 84 ellipsoid, or sea level. */
export type AltitudeDatum = 'ellipsoidal' | 'orthometric';

/** How positions of an import are interpreted. */
export interface PlaceRules {
  /** Ground of the site; local offsets are metres east, north and up from it. */
  readonly origin: Lla;
  /** The site places its photos by offsets alone (`nearbyImagesType` 1). */
  readonly isLocal: boolean;
  /**
   * The reference of altitudes where the file does not state it; null means sea level in files, the ellipsoid in
   * tables.
   */
  readonly altitudes: AltitudeDatum | null;
  /** Takes photos that are far from the site. */
  readonly anywhere: boolean;
}

/** The rules with the surfaces that altitudes above the sea are above. */
export interface PlaceContext extends PlaceRules {
  readonly surfaces: SeaSurfaces;
}

export interface PhotoPlace {
  readonly position: Lla;
  readonly altitudeSource: AltitudeDatum | 'local' | 'assumed';
}

/** The position of a photo: its row of the table has priority over the file. Throws `PictureRefusedError`. */
export function placePhoto(tags: PositionTags, row: PhotoRow | null, rules: PlaceContext): PhotoPlace {
  const place = localPlace(row, rules) ?? earthPlace(tags, row, rules);
  const { origin, anywhere } = rules;
  const away = distance(ecefFromLla({ ...place.position, height: origin.height }), ecefFromLla(origin));
  if (away > PHOTO_IMPORT.farthestM && !anywhere)
    throw new PictureRefusedError(
      `was taken ${kilometres(away)} from the site, at ${place.position.longitude.toFixed(5)}, ${place.position.latitude.toFixed(5)}. Give --anywhere to take photos farther than ${kilometres(PHOTO_IMPORT.farthestM)}.`,
    );
  return place;
}

const kilometres = (metres: number): string => `${Math.round(metres / 1000).toLocaleString('en-GB')} km`;

function localPlace(row: PhotoRow | null, { origin, isLocal }: PlaceRules): PhotoPlace | null {
  if (row?.x === undefined) {
    if (isLocal) throw new PictureRefusedError('has no x, y, z in the table, by which this site places its photos.');
    return null;
  }
  const pointEcef = transformPoint(enuFrame(origin).ecefFromEnu, [row.x, row.y!, row.z!]);
  return { position: llaFromEcef(pointEcef), altitudeSource: 'local' };
}

function earthPlace(tags: PositionTags, row: PhotoRow | null, rules: PlaceContext): PhotoPlace {
  const { longitude, latitude } =
    row?.longitude === undefined ? filePlace(tags, rules.origin) : (row as { longitude: number; latitude: number });
  const given = givenAltitude(tags, row, rules.altitudes);
  if (!given) {
    const height = rules.origin.height + PHOTO_IMPORT.eyeHeightM;
    return { position: { longitude, latitude, height }, altitudeSource: 'assumed' };
  }
  const { altitude, datum } = given;
  // A table's altitudes are of no system that the file names.
  const vertical = row?.altitude === undefined ? tags.vertical : null;
  const seaM = datum === 'orthometric' ? rules.surfaces.heightAt(vertical, latitude, longitude) : 0;
  const height = altitude + seaM;
  return { position: { longitude, latitude, height }, altitudeSource: datum };
}

/** The place that the file states; where it does not state a side, that of the site. */
function filePlace(
  { longitude: x, latitude: y, withoutSide }: PositionTags,
  origin: Lla,
): { longitude: number; latitude: number } {
  const onSide = (axis: 'longitude' | 'latitude', value: number | null) =>
    value !== null && withoutSide.includes(axis) ? Math.abs(value) * (origin[axis] < 0 ? -1 : 1) : value;
  const [longitude, latitude] = [onSide('longitude', x), onSide('latitude', y)];
  if (longitude === null || latitude === null)
    throw new PictureRefusedError('says no position (GPS), and no table gives one.');
  if (Math.abs(latitude) > 90) throw new PictureRefusedError(`says a latitude of ${latitude}°, which does not exist.`);
  if (Math.abs(longitude) > 180)
    throw new PictureRefusedError(`says a longitude of ${longitude}°, which does not exist.`);
  if (longitude === 0 && latitude === 0)
    throw new PictureRefusedError('says the position 0, 0, as receivers do that do not know theirs.');
  return { longitude, latitude };
}

/** The deepest mine and the highest balloon lie between these, metres. */
const [LOWEST_M, HIGHEST_M] = [-12_000, 100_000];

function givenAltitude(
  { altitude, altitudeDatum }: PositionTags,
  row: PhotoRow | null,
  altitudes: AltitudeDatum | null,
): { altitude: number; datum: AltitudeDatum } | null {
  if (row?.altitude !== undefined) return { altitude: row.altitude, datum: altitudes ?? 'ellipsoidal' };
  if (altitude === null) return null;
  if (altitude < LOWEST_M || altitude > HIGHEST_M)
    throw new PictureRefusedError(`says an altitude of ${altitude} m, where nobody takes photos.`);
  return { altitude, datum: altitudeDatum ?? altitudes ?? 'orthometric' };
}
