import type { Triple } from './cloud-cube.ts';
import { type DivisionGrid, countPoints } from './chunk-plan.ts';
import type { SegmentReader } from './record-segments.ts';
import type { RecordSegment } from './scanned-segment.ts';

/** Counts the points of a share of the source in the cells that are not decided yet: an array a grid. */
export async function countSegments(
  reader: SegmentReader,
  segments: readonly RecordSegment[],
  { grids, minimum }: { grids: readonly DivisionGrid[]; minimum: Triple },
  onPoints: (count: number) => void,
): Promise<Uint32Array[]> {
  const counts = grids.map(({ found }) => new Uint32Array(found.length));
  for (const segment of segments)
    await reader.read(segment, (words, count) => {
      countPoints(grids, counts, words, count, minimum);
      onPoints(count);
    });
  return counts;
}
