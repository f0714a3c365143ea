import { type Mat4, multiply } from '@overlook/shared/maths';
import { isIn, meets } from '../../pointclouds/fit/region.ts';
import type { ReadSceneOptions } from '../../pointclouds/fit/read-cloud.ts';
import type { SceneSample } from '../../pointclouds/fit/scene-sample.ts';
import { SourceFolder } from '../../storage/source-folder.ts';
import { SurfaceReader } from '../site-plan/content-surfaces.ts';
import type { MeshSurface, Surface } from '../site-plan/surfaces.ts';
import { cutTileset } from '../site-plan/tile-cut.ts';

/** Tiles this fine are fine enough, metres of error; and so many at most. */
const CUT = { fineEnough: 0.05, mostTiles: 600 };
/** Each content gives as many points as the others, however many they are, but not fewer than this. */
const CONTENT_POINTS_LEAST = 1000;
/** Points on triangles are no denser than this, metres: they have no noise, so that more would tell nothing. */
const LEAST_SIDE_M = 0.12;
/** Steps of the additive recurrence that fills a square evenly (Roberts 2018): powers of the inverse of the plastic number. */
const [STEP_U, STEP_V] = [0.7548776662466927, 0.5698402909980532];

/**
 * Reads points of a published tileset into a scene: its own, or ones spread over its triangles. Contents that cannot be read are left out.
 * Throws `ContentError` and `ImportRefusedError` for a damaged tileset.
 */
export async function readTiles(
  versionFolder: string,
  entry: string,
  scene: SceneSample,
  { fromEcef, region, pointsMost, onProgress }: ReadSceneOptions,
): Promise<void> {
  const folder = new SourceFolder(versionFolder);
  const reader = new SurfaceReader(folder);
  const contents = await cutTileset(folder, entry, CUT);
  const most = Math.max(CONTENT_POINTS_LEAST, pointsMost / contents.length);
  const add: AddPoint = (x, y, z) => {
    if (region === null || isIn(region, x, y, z)) scene.add(x, y, z);
  };
  for (const content of contents) {
    onProgress();
    try {
      for await (const surface of reader.read(content)) {
        const xyz = placed(surface, fromEcef);
        if (region !== null && !meets(region, xyz)) continue;
        if (surface.kind === 'points') addSome(xyz, most, add);
        else addSpread(surface, xyz, { most, leastSideM: Math.max(LEAST_SIDE_M, scene.tall.sideM) }, add);
      }
    } catch {
      // The import has reported its fault already; the fit goes by the others.
    }
  }
}

type AddPoint = (x: number, y: number, z: number) => void;

function placed({ positions, toEcef }: Surface, fromEcef: Mat4): Float64Array {
  const m = multiply(fromEcef, toEcef);
  const xyz = new Float64Array(positions.length);
  for (let at = 0; at < xyz.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    for (let row = 0; row < 3; row++) xyz[at + row] = m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!;
  }
  return xyz;
}

function addSome(xyz: Float64Array, most: number, add: AddPoint): void {
  const every = 3 * Math.max(1, Math.ceil(xyz.length / 3 / most));
  for (let at = 0; at < xyz.length; at += every) add(xyz[at]!, xyz[at + 1]!, xyz[at + 2]!);
}

/** Points over triangles, evenly by area: at most about so many, and no denser than a side of that. */
function addSpread(
  { corners }: MeshSurface,
  xyz: Float64Array,
  { most, leastSideM }: { most: number; leastSideM: number },
  add: AddPoint,
): void {
  const triangles = corners.length / 3;
  const side = (triangle: number, to: number, axis: number) =>
    xyz[3 * corners[3 * triangle + to]! + axis]! - xyz[3 * corners[3 * triangle]! + axis]!;
  const areaM2 = (i: number) =>
    Math.hypot(
      side(i, 1, 1) * side(i, 2, 2) - side(i, 1, 2) * side(i, 2, 1),
      side(i, 1, 2) * side(i, 2, 0) - side(i, 1, 0) * side(i, 2, 2),
      side(i, 1, 0) * side(i, 2, 1) - side(i, 1, 1) * side(i, 2, 0),
    ) / 2 || 0;
  let wholeM2 = 0;
  for (let i = 0; i < triangles; i++) wholeM2 += areaM2(i);
  const perM2 = Math.min(1 / leastSideM ** 2, most / wholeM2);
  // The parts of points that small triangles leave over.
  let owed = 0;
  let [u, v] = [0.5, 0.5];
  for (let i = 0; i < triangles; i++)
    for (owed += areaM2(i) * perM2; owed >= 1; owed--) {
      u = (u + STEP_U) % 1;
      v = (v + STEP_V) % 1;
      const [p, q] = u + v > 1 ? [1 - u, 1 - v] : [u, v];
      const on = (axis: number) => xyz[3 * corners[3 * i]! + axis]! + p * side(i, 1, axis) + q * side(i, 2, axis);
      add(on(0), on(1), on(2));
    }
}
