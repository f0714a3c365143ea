import { writeFile } from 'node:fs/promises';
import { chooseDensities } from '../../../pointclouds/thinning/choose-densities.ts';
import { chooseGridBits } from '../../../pointclouds/thinning/choose-grid-bits.ts';
import type { PointGrid } from '../../../pointclouds/record.ts';
import type { Chunk } from './build-chunk.ts';
import type { ProgressOfSteps } from './build-progress.ts';
import type { BuildThreads } from './build-threads.ts';
import { ChunkPlan, type PointGroup } from './chunk-plan.ts';
import type { CloudFacts } from './cloud-facts.ts';
import type { RecordSegment } from './scanned-segment.ts';
import type { ScannedCloud } from './scan-cloud.ts';

/** What a cloud is divided into. */
export interface DividedCloud {
  readonly chunks: readonly Chunk[];
  /** Densities that it is offered at, metres, ascending. */
  readonly densities: number[];
  /** Its count grid has 2^gridBits cells along a side of the root cube. */
  readonly gridBits: number;
}

/**
 * Divides a cloud into chunks and copies the records of each together, in the order of the files, into a new file
 * `spoolPath`. Each thread does its share of the files.
 */
export async function divideCloud(
  threads: BuildThreads,
  scanned: ScannedCloud,
  { cube, points }: CloudFacts,
  { grid, metresPerUnit }: { grid: PointGrid; metresPerUnit: number },
  { spoolPath, progress, chunkPoints }: { spoolPath: string; progress: ProgressOfSteps; chunkPoints: number },
): Promise<DividedCloud> {
  const shares = sharesOf(scanned, points, threads.count);
  const plan = new ChunkPlan(cube, threads.count, chunkPoints);
  const { grids, groups } = plan;
  while (!plan.isDone) {
    progress.begin('counting', points);
    const { minimum } = cube;
    plan.add(await threads.onEach('count', (share) => ({ segments: shares[share]!, grids, minimum })));
  }
  progress.begin('distributing', points);
  await writeFile(spoolPath, '');
  const places = placesOf(groups, plan.pointsOfShares);
  await threads.onEach('distribute', (share) => ({
    segments: shares[share]!,
    distribution: { grids, minimum: cube.minimum, spoolPath, ...places[share]! },
  }));
  const unitM = Math.max(...grid.scale) * metresPerUnit;
  const { bits, shift } = grids[0]!;
  const counts = plan.rootCounts;
  return {
    chunks: chunksOf(groups, chunkPoints),
    densities: chooseDensities({ unitM, cellM: unitM * 2 ** shift, counts }),
    gridBits: chooseGridBits({ bits, counts }),
  };
}

/** Runs of segments with about equal numbers of points, one for each thread. */
function sharesOf({ segments }: ScannedCloud, points: number, count: number): RecordSegment[][] {
  const shares: RecordSegment[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const segment of segments.flatMap((scanned) => scanned.segments)) {
    const middle = before + segment.points / 2;
    shares[Math.min(count - 1, Math.floor((middle / points) * count))]!.push(segment);
    before += segment.points;
  }
  return shares;
}

/** For each share and group the range of its records in the spool; the shares of a group follow each other. */
function placesOf(groups: readonly PointGroup[], pointsOfShares: readonly (readonly number[])[]) {
  const places = pointsOfShares.map(() => ({
    starts: new Float64Array(groups.length),
    ends: new Float64Array(groups.length),
  }));
  let next = 0;
  for (let group = 0; group < groups.length; group++)
    for (const [share, { starts, ends }] of places.entries()) {
      starts[group] = next;
      next += pointsOfShares[share]![group]!;
      ends[group] = next;
    }
  return places;
}

function chunksOf(groups: readonly PointGroup[], chunkPoints: number): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  for (const { level, cell, points } of groups) {
    for (let done = 0, part = 0; done < points; done += chunkPoints, part++)
      chunks.push({
        level,
        cell,
        start: start + done,
        points: Math.min(chunkPoints, points - done),
        part: points > chunkPoints ? part : null,
      });
    start += points;
  }
  return chunks;
}
