import { distance, type Vec3 } from '@overlook/shared/maths';
import type { ExportBox } from '@overlook/shared/schemas';
import { cropCloud } from '../crop/crop-cloud.ts';
import { openFrame } from '../open-frame.ts';
import { type PlacedCloud, placedFrame } from '../placed-frame.ts';
import { coordinatesOf, RECORD_WORDS, recordWords } from '../record.ts';
import { openPointStore } from '../store/open-store.ts';

export interface NearestQuestion extends PlacedCloud {
  readonly placesEcef: readonly Vec3[];
  /** Half a side of the box around each place that is looked at, metres. */
  readonly reachM: number;
}

/**
 * The exact point of a cloud that is nearest to each place, ECEF metres; null where none is within reach. Throws `DamagedStoreError`, and
 * what the file system throws.
 */
export async function nearestInStore({
  folder,
  moveEcef,
  placesEcef,
  reachM,
}: NearestQuestion): Promise<(Vec3 | null)[]> {
  const store = await openPointStore(folder);
  const { description } = store;
  const frame = placedFrame(openFrame(description.frame), moveEcef);
  const side = 2 * reachM;
  const ecef = new Float64Array(3);
  const found: (Vec3 | null)[] = [];
  try {
    for (const place of placesEcef) {
      const [centerX, centerY, centerZ] = place;
      const box: ExportBox = { centerX, centerY, centerZ, sizeX: side, sizeY: side, sizeZ: side, degrees: 0 };
      let nearest: Vec3 | null = null;
      let best = reachM;
      await cropCloud(store, frame, box, 0, (records, count) => {
        const words = recordWords(records, count);
        for (let i = 0; i < count; i++) {
          const at = i * RECORD_WORDS;
          frame.toEcef(coordinatesOf(description, [words[at]!, words[at + 1]!, words[at + 2]!]), ecef);
          const point: Vec3 = [ecef[0]!, ecef[1]!, ecef[2]!];
          const away = distance(point, place);
          if (away < best) [best, nearest] = [away, point];
        }
      });
      found.push(nearest);
    }
  } finally {
    store.close();
  }
  return found;
}
