/**
 * Converts the coordinates of a file to metres of the site: by the file's coordinate system, by one that the user selects, or as
 * local metres.
 */
import { loadCrsEngines } from '@overlook/engine/crs-engines';
import { CrsError, openProjection, resolveCrs } from '@overlook/shared/crs';
import { numberText } from '@overlook/shared/format';
import {
  distance,
  type Lla,
  enuFrame,
  ecefFromLla,
  transformPoint,
  type Vec3,
  wayOverGround,
} from '@overlook/shared/maths';
import { UnusablePartError } from './left-out.ts';

/** Converts coordinates in the order of the file, height last. Positions without a height are placed on the ground of the site. */
export type PlaceOf = (coordinates: readonly unknown[], altitudeMode?: unknown) => Vec3;

/** How the heights of a geometry are meant in KML. On the ground they are ignored; absolute ones are above the sea (EGM96). */
export type AltitudeMode = 'clampToGround' | 'relativeToGround' | 'absolute';

export interface FilePlaces {
  /**
   * Opens the coordinate system: the user's choice, otherwise the one that the file states (`EPSG:n`, or the text of a `.prj`),
   * otherwise `otherwise`; `kml` is degrees with altitude modes. Rejects with an Error that names an unsupported system.
   */
  open(stated: string | null, otherwise: 'degrees' | 'local' | 'kml'): Promise<{ placeOf: PlaceOf; crsName: string }>;
}

/** The user's choice, which replaces the statement of the file. */
export type ChosenCrs = 'degrees' | 'local' | `EPSG:${number}`;

/** Height above ground that prevents z-fighting with the ground, metres. */
const GROUND_UP = 0.1;
/** Maximum distance of a file from the origin of its site, metres. */
const FARTHEST_M = 200_000;

const farText = (metres: number): string => `It lies ${numberText(metres / 1000, 0)} km from this site.`;

export function filePlaces(origin: Lla, chosen: ChosenCrs | null, farthestM = FARTHEST_M): FilePlaces {
  return {
    async open(stated, otherwise) {
      if (otherwise === 'kml') return { placeOf: await placeByModes(origin, farthestM), crsName: DEGREES.crsName };
      const name = chosen ?? stated ?? otherwise;
      if (name === 'local') return { placeOf: placeLocally(farthestM), crsName: 'Metres of the site' };
      const system = isDegrees(name) ? DEGREES : await projected(name);
      return { placeOf: placeBy(system, origin, farthestM), crsName: system.crsName };
    },
  };
}

const isDegrees = (name: string): boolean => name === 'degrees' || /(?:^EPSG:(?:4326|4979)$|CRS84h?$)/i.test(name);
interface System {
  readonly toLla: (x: number, y: number, z: number) => Lla;
  readonly crsName: string;
}
const DEGREES: System = {
  toLla: (longitude, latitude, height) => ({ longitude, latitude, height }),
  crsName: 'WGS 84, degrees',
};

/** Places degrees by the altitude mode of their geometry. The ground is the plane of the site. */
async function placeByModes(origin: Lla, farthestM: number): Promise<PlaceOf> {
  const { egm96ToEllipsoid } = await import('egm96-universal');
  const aboveEllipsoid = placeBy(DEGREES, origin, farthestM);
  const toLla: System['toLla'] = (longitude, latitude, height) => ({
    longitude,
    latitude,
    height: egm96ToEllipsoid(latitude, longitude, height),
  });
  const aboveSea = placeBy({ ...DEGREES, toLla }, origin, farthestM);
  return ([longitude, latitude, height], altitudeMode) => {
    if (altitudeMode === 'absolute') return aboveSea([longitude, latitude, height]);
    const [east, north, up] = aboveEllipsoid([longitude, latitude]);
    return [east, north, altitudeMode === 'relativeToGround' && Number.isFinite(height) ? (height as number) : up];
  };
}

async function projected(name: string): Promise<System> {
  await loadCrsEngines();
  try {
    const isCode = /^EPSG:\d+(?:\+\d+)?$/i.test(name);
    const crs = isCode ? resolveCrs(null, { crs: name.toUpperCase() }) : resolveCrs({ kind: 'wkt', wkt: name }, {});
    if (!crs || crs.kind === 'geocentric')
      throw new CrsError('Coordinates from the centre of the earth cannot be read.');
    const { toLla } = openProjection(crs.proj4, crs.heights);
    return { toLla: (x, y, z) => toLla(x, y, z * crs.metresPerHeightUnit), crsName: crs.name };
  } catch (error) {
    if (error instanceof CrsError || error instanceof RangeError)
      throw new Error(`Its coordinate system cannot be used: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Throws an {@link UnusablePartError} for coordinates that are not numbers or too far from the site. */
function placeBy({ toLla, crsName }: System, origin: Lla, farthestM: number): PlaceOf {
  const { enuFromEcef } = enuFrame(origin);
  const originEcef = ecefFromLla(origin);
  return (coordinates) => {
    const [x, y, z] = numbersOf(coordinates);
    const { longitude, latitude, height } = toLla(x, y, z ?? 0);
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360))
      throw new UnusablePartError(noPlaceText(x, y, crsName), 'crs');
    const pointEcef = ecefFromLla({ longitude, latitude, height: z === null ? origin.height : height });
    const [east, north, up] = transformPoint(enuFromEcef, pointEcef);
    const chordM = distance(pointEcef, originEcef);
    if (chordM > farthestM) throw new UnusablePartError(farText(wayOverGround(chordM)), 'far');
    // The earth curves away below the tangent plane of the site; near points without a height follow that plane.
    const isOnPlane = z === null && chordM <= FARTHEST_M;
    return [east, north, isOnPlane ? GROUND_UP : up + (z === null ? GROUND_UP : 0)];
  };
}

function noPlaceText(x: number, y: number, crsName: string): string {
  const what = crsName === DEGREES.crsName ? 'are no degrees' : `have no place in ${crsName}`;
  return `Its coordinates, such as ${x}, ${y}, ${what}. Name their coordinate system.`;
}

const placeLocally =
  (farthestM: number): PlaceOf =>
  (coordinates) => {
    const [x, y, z] = numbersOf(coordinates);
    if (Math.hypot(x, y) > farthestM)
      throw new UnusablePartError(
        `Its coordinates, such as ${x}, ${y}, are too large for metres of this site, as those of a map are. Name their coordinate system.`,
        'crs',
      );
    return [x, y, z ?? GROUND_UP];
  };

function numbersOf([x, y, z]: readonly unknown[]): [number, number, number | null] {
  if (!Number.isFinite(x) || !Number.isFinite(y))
    throw new UnusablePartError('A position in it is no pair of numbers.');
  return [x as number, y as number, Number.isFinite(z) ? (z as number) : null];
}
