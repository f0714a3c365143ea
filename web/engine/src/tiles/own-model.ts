/** Reads the header of a model archive of the user before it is shown: whether it is readable, and where it is. */
import { OWN_FILE_FARTHEST_M } from '@overlook/shared/config';
import { numberText } from '@overlook/shared/format';
import {
  distance,
  IDENTITY,
  type Mat4,
  multiply,
  translation,
  transformPoint,
  type Vec3,
  wayOverGround,
} from '@overlook/shared/maths';
import { ContentError } from '@overlook/shared/tiles3d';
import type { OwnArchive } from '../content/archives/archive-kinds.ts';
import { openArchive } from '../content/archives/own-archive.ts';
import type { ParseContext } from '../content/content-platform.ts';
import { readTileset } from './external-tiles.ts';
import type { Tile } from './tile.ts';

/** Plain data that can be sent between workers. */
export interface OwnModel {
  readonly archive: OwnArchive;
  /** URL of its tileset in the archive. */
  readonly url: string;
  /** Model frame to ECEF; null if the model is georeferenced. */
  readonly placement: Mat4 | null;
  /** Centre of the bounding sphere, ECEF metres. */
  readonly centerEcef: Vec3;
  readonly radiusM: number;
  /** Assumptions that were made, as sentences; usually none. */
  readonly notes: readonly string[];
}

/**
 * Bounds of the distance from the centre of the Earth for georeferenced models, metres: from the deepest mine to a tower on a
 * mountain.
 */
const [NEAREST_M, FARTHEST_M] = [6_350_000, 6_390_000];

/**
 * Returns the header of the model. `ecefFromView`: east-north-up frame at the centre of the view, where a model in a local frame is
 * placed. Throws the errors of {@link openArchive}, and an Error for a model of another site; all messages begin with the file
 * name.
 */
export async function readOwnModel(
  archive: OwnArchive,
  ecefFromView: Mat4,
  context: Omit<ParseContext, 'url' | 'name'>,
): Promise<OwnModel> {
  const { name } = archive.file;
  const open = await openArchive(archive);
  const { url } = open;
  const platform = { ...context.platform, fetchBytes: (address: string) => open.read(address) };
  const parsed = await open.parse({ ...context, platform, url, name: `${name}, tileset.json` });
  if (parsed.type !== 'tileset') throw new Error(`${name}: Its tileset.json is no tileset.`);
  const { volume } = rootOf(parsed.tileset.json, url, name);
  const center: Vec3 = [volume.cx, volume.cy, volume.cz];
  const fromEarth = Math.hypot(...center);
  const isPlaced = fromEarth + volume.radius > NEAREST_M && fromEarth - volume.radius < FARTHEST_M;
  const placement = isPlaced ? null : onGround(ecefFromView, volume.axes, center);
  const centerEcef = placement ? transformPoint(placement, center) : center;
  const awayM = wayOverGround(distance(centerEcef, transformPoint(ecefFromView, [0, 0, 0])) - volume.radius);
  if (awayM > OWN_FILE_FARTHEST_M)
    throw new Error(`${name}: It lies ${numberText(awayM / 1000, 0)} km from this site.`);
  return { archive, url, placement, centerEcef, radiusM: volume.radius, notes: open.notes };
}

/** Returns the root tile in ECEF. Throws an Error that names the file instead of the URL. */
function rootOf(json: unknown, url: string, name: string): Tile {
  try {
    return readTileset(json, url, { enuFromEcef: IDENTITY }, IDENTITY);
  } catch (error) {
    const reason = error instanceof ContentError ? error.reason : String(error);
    throw new Error(`${name}, tileset.json: ${reason}`, { cause: error });
  }
}

/** Placement with the lowest side of the box at the centre of the view, z up. */
function onGround(ecefFromView: Mat4, axes: ArrayLike<number>, [x, y, z]: Vec3): Mat4 {
  const low = z - [2, 5, 8].reduce((sum, at) => sum + Math.abs(axes[at]!), 0);
  return multiply(ecefFromView, translation([-x, -y, -low]));
}
