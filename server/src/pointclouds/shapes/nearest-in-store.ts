import { type Vec3, distance, dot, subtract } from '@overlook/shared/maths';
import type { ExportBox } from '@overlook/shared/schemas';
import { medianPlane } from '@overlook/shared/shapes';
import { cropCloud } from '../crop/crop-cloud.ts';
import { openFrame } from '../open-frame.ts';
import { type PlacedCloud, placedFrame } from '../placed-frame.ts';
import { coordinatesOf, RECORD_WORDS, recordWords } from '../record.ts';
import { openPointStore } from '../store/open-store.ts';

export interface NearestQuestion extends PlacedCloud {
  readonly placesEcef: readonly Vec3[];
  /** Half of the 95 % interval of each place, metres. */
  readonly errorsM: readonly number[];
  /** Half a side of the box around each place that is looked at, metres. */
  readonly reachM: number;
}

/** Points around a place whose plane may confirm it, and how far they may be, metres. */
const AROUND = 12;
const AROUND_M = 0.5;
/** A place is on the plane of the points around it within twice its error, and within this at least, metres. */
const ERRORS_OFF = 2;
const OFF_LEAST_M = 0.005;

/**
 * What the exact points of a cloud say of each place, ECEF metres: the place itself where the surface of the points around it passes through
 * it, because clicks go to that surface; else the nearest point; null where none is within reach. Throws `DamagedStoreError`, and what the
 * file system throws.
 */
export async function nearestInStore({
  folder,
  moveEcef,
  placesEcef,
  errorsM,
  reachM,
}: NearestQuestion): Promise<(Vec3 | null)[]> {
  const store = await openPointStore(folder);
  const { description } = store;
  const frame = placedFrame(openFrame(description.frame), moveEcef);
  const side = 2 * Math.max(reachM, AROUND_M);
  const ecef = new Float64Array(3);
  const found: (Vec3 | null)[] = [];
  try {
    for (const [index, place] of placesEcef.entries()) {
      const [centerX, centerY, centerZ] = place;
      const box: ExportBox = { centerX, centerY, centerZ, sizeX: side, sizeY: side, sizeZ: side, degrees: 0 };
      const around = new NearestPoints(place);
      await cropCloud(store, frame, box, 0, (records, count) => {
        const words = recordWords(records, count);
        for (let i = 0; i < count; i++) {
          const at = i * RECORD_WORDS;
          frame.toEcef(coordinatesOf(description, [words[at]!, words[at + 1]!, words[at + 2]!]), ecef);
          around.add([ecef[0]!, ecef[1]!, ecef[2]!]);
        }
      });
      found.push(around.answer(errorsM[index]!, reachM));
    }
  } finally {
    store.close();
  }
  return found;
}

/** The {@link AROUND} points nearest to a place, the nearest first. */
class NearestPoints {
  private readonly nearest: { readonly point: Vec3; readonly away: number }[] = [];

  constructor(private readonly place: Vec3) {}

  add(point: Vec3): void {
    const { nearest } = this;
    const away = distance(point, this.place);
    if (away >= (nearest[AROUND - 1]?.away ?? AROUND_M)) return;
    const at = nearest.findIndex((other) => away < other.away);
    nearest.splice(at === -1 ? nearest.length : at, 0, { point, away });
    nearest.length = Math.min(nearest.length, AROUND);
  }

  answer(errorM: number, reachM: number): Vec3 | null {
    const [first] = this.nearest;
    if (first && first.away > 0 && this.isOnPlane(errorM)) return this.place;
    return first && first.away < reachM ? first.point : null;
  }

  private isOnPlane(errorM: number): boolean {
    if (this.nearest.length < AROUND) return false;
    const first = this.nearest[0]!.point;
    const plane = medianPlane(this.nearest.map(({ point }) => subtract(point, first)));
    if (!plane) return false;
    return Math.abs(dot(subtract(this.place, first), plane.normal)) <= Math.max(ERRORS_OFF * errorM, OFF_LEAST_M);
  }
}
