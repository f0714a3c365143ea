/** Looks into the archive of a person before a stage shows it: whether it can be read, and where it lies. */
import {
  distance,
  IDENTITY,
  type Mat4,
  multiply,
  translation,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import { ContentError } from '@overlook/shared/tiles3d';
import type { OwnArchive } from '../content/archives/archive-kinds.ts';
import { openArchive } from '../content/archives/own-archive.ts';
import type { ParseContext } from '../content/content-platform.ts';
import { readTileset } from './external-tiles.ts';
import type { Tile } from './tile.ts';

/** Plain data, which workers send. */
export interface OwnModel {
  readonly archive: OwnArchive;
  /** Address of its tileset in the archive. */
  readonly url: string;
  /** Its frame to ECEF; null where it says itself where it is. */
  readonly placement: Mat4 | null;
  /** Of the sphere around it, ECEF metres. */
  readonly centerEcef: Vec3;
  readonly radiusM: number;
  /** What has been assumed of it, sentences; none as a rule. */
  readonly notes: readonly string[];
}

/** Distances from the centre of the Earth, metres, of what is placed on it: the deepest mine to a mountain with a tower. */
const [NEAREST_M, FARTHEST_M] = [6_350_000, 6_390_000];
/** Farther from where the person looks, an archive is not of this site, metres. */
const AWAY_MOST_M = 200_000;

/**
 * `viewToEcef` is the frame of east, north and up at the middle of the view: there a model is put that is in a frame of its own.
 * Throws the errors of {@link openArchive}, and an Error for a model that is not of this site; all begin with the file's name.
 */
export async function readOwnModel(
  archive: OwnArchive,
  viewToEcef: Mat4,
  context: Omit<ParseContext, 'url' | 'name'>,
): Promise<OwnModel> {
  const { name } = archive.file;
  const open = await openArchive(archive);
  const { url } = open;
  const platform = { ...context.platform, fetchBytes: open.read };
  const parsed = await open.parse({ ...context, platform, url, name: `${name}, tileset.json` });
  if (parsed.type !== 'tileset') throw new Error(`${name}: Its tileset.json is no tileset.`);
  const { volume } = rootOf(parsed.tileset.json, url, name);
  const center: Vec3 = [volume.cx, volume.cy, volume.cz];
  const fromEarth = Math.hypot(...center);
  const isPlaced = fromEarth + volume.radius > NEAREST_M && fromEarth - volume.radius < FARTHEST_M;
  const placement = isPlaced ? null : onGround(viewToEcef, volume.axes, center);
  const centerEcef = placement ? transformPoint(placement, center) : center;
  const awayM = distance(centerEcef, transformPoint(viewToEcef, [0, 0, 0])) - volume.radius;
  if (awayM > AWAY_MOST_M) throw new Error(`${name}: It lies ${Math.round(awayM / 1000)} km from this site.`);
  return { archive, url, placement, centerEcef, radiusM: volume.radius, notes: open.notes };
}

/** The root in ECEF. Throws an Error that names the file in place of the address. */
function rootOf(json: unknown, url: string, name: string): Tile {
  try {
    return readTileset(json, url, { ecefToEnu: IDENTITY }, IDENTITY);
  } catch (error) {
    const reason = error instanceof ContentError ? error.reason : String(error);
    throw new Error(`${name}, tileset.json: ${reason}`, { cause: error });
  }
}

/** The lowest side of its box in the middle of the view, z up. */
function onGround(viewToEcef: Mat4, axes: ArrayLike<number>, [x, y, z]: Vec3): Mat4 {
  const low = z - [2, 5, 8].reduce((sum, at) => sum + Math.abs(axes[at]!), 0);
  return multiply(viewToEcef, translation([-x, -y, -low]));
}
