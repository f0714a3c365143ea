import { ecefFromLla, llaFromEcef, vec3Of } from '@overlook/shared/maths';
import { openFrame } from '../../../pointclouds/open-frame.ts';
import { coordinatesOf, RECORD_WORDS } from '../../../pointclouds/record.ts';
import { openPointStore } from '../../../pointclouds/store/open-store.ts';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import { listed } from '../../../errors/listed.ts';
import { type CloudFile, openCloudFile } from '../build/cloud-source.ts';
import { SegmentReader } from '../build/record-segments.ts';
import type { PinnedCloud } from '../build/pinned-cloud.ts';
import type { BuildRules } from '../build-rules.ts';
import { isInRegion, type PlanRegion, RegionCells } from './plan-region.ts';

/** Longitude and latitude, degrees. */
export type PlanPlace = readonly [longitude: number, latitude: number];

export interface PartOptions {
  readonly files: readonly CloudFile[];
  readonly rules: BuildRules;
  readonly base: { readonly pin: PinnedCloud; readonly store: string; readonly name: string };
  /** Two corners of a box, or a polygon; null for where the new points are. */
  readonly within: readonly PlanPlace[] | null;
  readonly onPoints: (count: number) => void;
}

/**
 * Reads the points of a part for the region of the capture that it replaces. Throws `ImportRefusedError` where it lies beside the capture, or has no point in what
 * was given as its region.
 */
export async function findRegion({ files, rules, base, within, onPoints }: PartOptions): Promise<PlanRegion> {
  const unitM = rules.grid.scale[0] * rules.frame.metresPerUnit;
  const given = within && polygonOf(within, base.pin);
  const cells = new RegionCells(base.pin.cube, unitM);
  const box = new PlanBox();
  let inside = 0;
  const reader = new SegmentReader(files, rules, null);
  try {
    for (const [file, opened] of files.entries()) {
      const { facts, close } = await openCloudFile(opened);
      await close();
      await reader.read({ kind: 'source', file, from: 0, to: facts.parts, points: 0 }, (words, count) => {
        for (let i = 0, at = 0; i < count; i++, at += RECORD_WORDS) {
          const [x, y] = [words[at]!, words[at + 1]!];
          box.add(x, y);
          if (given === null) cells.add(x, y);
          else if (isInRegion(given, x, y)) inside++;
        }
        onPoints(count);
      });
    }
  } finally {
    await reader.close();
  }
  const names = listed(files.map(({ name }) => name));
  const apartM = box.distance(await boxOfStore(base.store)) * unitM;
  if (apartM > 0)
    throw new ImportRefusedError(
      names,
      '',
      `lies ${Math.ceil(apartM)} m beside ${base.name}, of which it would be a part. Import it as a capture of its own, without --part, or say its coordinate system with --crs.`,
    );
  if (given && inside === 0)
    throw new ImportRefusedError(
      names,
      '',
      'has no point in the region of --within. Give one that the new points are in, or omit it.',
    );
  return given ?? cells.closed();
}

/** The box of points in plan, integers. */
class PlanBox {
  readonly #low: [number, number] = [Infinity, Infinity];
  readonly #high: [number, number] = [-Infinity, -Infinity];

  add(x: number, y: number): void {
    if (x < this.#low[0]) this.#low[0] = x;
    if (x > this.#high[0]) this.#high[0] = x;
    if (y < this.#low[1]) this.#low[1] = y;
    if (y > this.#high[1]) this.#high[1] = y;
  }

  /** 0 where they meet. */
  distance(other: PlanBox): number {
    const gap = (axis: 0 | 1) => Math.max(0, other.#low[axis] - this.#high[axis], this.#low[axis] - other.#high[axis]);
    return Math.hypot(gap(0), gap(1));
  }
}

async function boxOfStore(folder: string): Promise<PlanBox> {
  const { nodes, close } = await openPointStore(folder);
  close();
  const box = new PlanBox();
  for (const { minimum, maximum } of nodes) {
    box.add(minimum[0], minimum[1]);
    box.add(maximum[0], maximum[1]);
  }
  return box;
}

/** A polygon in the grid of the cloud, whose sides are straight there. */
function polygonOf(within: readonly PlanPlace[], { frame: description, grid, cube }: PinnedCloud): PlanRegion {
  const frame = openFrame(description);
  const place = new Float64Array(3);
  frame.toEcef(
    coordinatesOf(
      grid,
      vec3Of((axis) => cube.minimum[axis] + 2 ** (cube.rootBits - 1)),
    ),
    place,
  );
  const { height } = llaFromEcef(vec3Of((axis) => place[axis]!));
  const [[west, south], [east, north]] = within as [PlanPlace, PlanPlace];
  const ring: readonly PlanPlace[] =
    within.length > 2
      ? within
      : [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ];
  return {
    kind: 'polygon',
    ring: ring.map(([longitude, latitude]) => {
      frame.fromEcef(ecefFromLla({ longitude, latitude, height }), place);
      return [(place[0]! - grid.offset[0]) / grid.scale[0], (place[1]! - grid.offset[1]) / grid.scale[1]] as const;
    }),
  };
}
