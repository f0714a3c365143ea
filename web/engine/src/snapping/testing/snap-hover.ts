import { SNAP_KINDS } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import { pickTiles } from '../../picking/pick-tiles.ts';
import type { CameraFrame } from '../../view/camera-frame.ts';
import { hitOnSurface } from '../hit-on-surface.ts';
import type { DrawnSide } from '../near-triangles.ts';
import { ScreenAround } from '../screen-around.ts';
import { SnapFinder } from '../snap-finder.ts';
import { ENU_AS_ECEF, toolHitOf } from './click-on-cloud.ts';
import { type Mesh, box, drawn, drawnCloud, lookingAt, merged, pipe } from './meshes.ts';

const OBJECTS_A_TILE = 200;

/** Boxes and pipes in rows on a slab, each an object, in tiles of two hundred. */
function plant(triangles: number): { side: DrawnSide; count: number; widthM: number } {
  const objects: Mesh[] = [];
  const perRow = Math.ceil(Math.sqrt(triangles / 38));
  for (let i = 0, count = 0; count < triangles; i++) {
    const at: Vec3 = [3 * (i % perRow), 3 * Math.trunc(i / perRow), 0];
    const mesh = i % 2 === 0 ? box(at, [1.5, 1.5, 1 + (i % 5)]) : pipe(at, 0.7, 2 + (i % 3));
    objects.push(mesh);
    count += mesh.corners.length / 3;
  }
  const tiles: Mesh[] = [box([-10, -10, -1], [3 * perRow + 20, 3 * perRow + 20, 0.9])];
  for (let from = 0; from < objects.length; from += OBJECTS_A_TILE) {
    const part = objects.slice(from, from + OBJECTS_A_TILE);
    tiles.push({ ...merged(...part), feature: part.flatMap(({ corners }, i) => corners.map(() => from + i)) });
  }
  const count = tiles.reduce((sum, { corners }) => sum + corners.length / 3, 0);
  return { side: drawn(tiles), count, widthM: 3 * perRow };
}

/** Milliseconds of each search while the pointer goes over the picture line by line, `heightM` above the middle of the plant. */
export function snapHoverTimes(
  triangles: number,
  moves: number,
): { count: number; overviewMs: number[]; nearMs: number[]; cloudMs: number[] } {
  const { side, count, widthM } = plant(triangles);
  const middle: Vec3 = [widthM / 2, widthM / 2, 0];
  const from = (metres: number) => lookingAt([middle[0] - metres, middle[1] - metres, metres], middle);
  const steps = Array.from({ length: 320 }, (_, i) => 0.05 * i);
  const floor = steps.flatMap((x) => steps.map((y): Vec3 => [x, y, 0]));
  const wall = steps.flatMap((x) => steps.map((z): Vec3 => [x, 16, z]));
  return {
    count,
    overviewMs: timesOf(side, from(0.9 * widthM), moves),
    nearMs: timesOf(side, from(9), moves),
    cloudMs: timesOf(drawnCloud([...floor, ...wall], 0.05), lookingAt([8, 0, 8], [8, 16, 0]), moves),
  };
}

function timesOf(side: DrawnSide, camera: CameraFrame, moves: number): number[] {
  const finder = new SnapFinder();
  const times: number[] = [];
  for (let i = 0; i < moves; i++) {
    const around = new ScreenAround(camera, [
      (i * 37) % camera.widthPx,
      (Math.trunc((i * 37) / camera.widthPx) * 23) % camera.heightPx,
    ]);
    const slope = around.slopeOf(2);
    const discs = { least: slope, most: slope, perPx: 0 };
    const ray = { ...around.ray, near: camera.near, discs, reachSlope: slope, gapSlope: 0 };
    const pick = pickTiles(side.items, ray, side.geometries);
    const hitM = pick?.distance ?? Infinity;
    const start = performance.now();
    if (pick) hitOnSurface(toolHitOf(pick, around.ray), ENU_AS_ECEF, side, false);
    finder.find({ side, around, hitM, kinds: SNAP_KINDS, heldKey: null, isTouch: false });
    times.push(performance.now() - start);
  }
  return times;
}
