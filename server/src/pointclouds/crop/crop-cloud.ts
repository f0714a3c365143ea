import { setImmediate } from 'node:timers/promises';
import type { ExportBox } from '@overlook/shared/schemas';
import type { PointFrame } from '../frame.ts';
import { RECORD_BYTES, RECORD_WORDS } from '../record.ts';
import { type NodeColumns, packRecord } from '../store/node-columns.ts';
import type { PointStore } from '../store/open-store.ts';
import { voxelSides } from '../thinning/voxel-grid.ts';
import { type CropPlan, planCrop, type PlannedNode } from './plan-crop.ts';
import { createSelection, type SelectPoints } from './select-points.ts';
import { Thinning } from './thin-points.ts';

/** Takes records of `RECORD_BYTES` each, in the cloud's grid. The bytes are valid only during the call. */
export type CropSink = (records: Uint8Array, count: number) => void;

export interface CropProgress {
  readonly pointsRead: number;
  /** Grows where thinning reads nodes again. */
  readonly pointsToRead: number;
}

export interface CropOptions {
  /** Aborting throws its reason, between two nodes. */
  readonly signal?: AbortSignal;
  /** Called after each node. */
  readonly onProgress?: (progress: CropProgress) => void;
  /** For voxels of thinning. */
  readonly memoryBytes?: number;
}

/** Enough for 3 million bricks of voxels, which are 50 million voxels of a scan. */
const THINNING_MEMORY_BYTES = 256 * 1024 ** 2;
const BATCH_POINTS = 32_768;
/** The thread's other work runs at this interval. */
const TURN_MS = 50;

/**
 * Gives the points of a cloud in a box (null: all points) to `sink`, thinned to one point for each voxel of `densityM`;
 * a density that is not above the cloud's own resolution takes every point. Points on the box's faces are inside. The
 * first point in the order of level, Morton code and place in the node is kept, so that the same box always has the
 * same points. Returns their number. Throws `DamagedStoreError`, the signal's reason, and what the sink throws.
 */
export async function cropCloud(
  store: PointStore,
  frame: PointFrame,
  box: ExportBox | null,
  densityM: number,
  sink: CropSink,
  options: CropOptions = {},
): Promise<number> {
  const { description } = store;
  const placed = { grid: description, frame };
  const plan = box === null ? null : planCrop(store, placed, box);
  const nodes: CropPlan['nodes'] = plan?.nodes ?? store.nodes.map((node) => ({ node, cut: null }));
  const select = plan === null ? everyPoint() : createSelection(plan.test, placed);
  const read = createReader(store, options);
  const batches = createBatches(sink);
  const sides = voxelSides(description, densityM);
  if (sides === null) {
    await read(nodes, (planned, columns) => batches.add(columns, select(planned, columns)));
    return batches.end();
  }
  const { memoryBytes = THINNING_MEMORY_BYTES } = options;
  const rules = { corner: description.minimum, sides, memoryBytes };
  const thinning = new Thinning(rules, description.minimum, description.maximum);
  while (thinning.nextPass()) {
    const isNeeded = ({ node }: PlannedNode) => thinning.isNeeded(node);
    await read(
      nodes,
      (planned, columns, at) => batches.add(columns, thinning.keep(at, columns, select(planned, columns))),
      isNeeded,
    );
  }
  return batches.end();
}

function everyPoint(): SelectPoints {
  let all = new Uint32Array(0);
  return (_, { count }) => {
    if (all.length < count) all = new Uint32Array(Math.ceil(count * 1.25));
    for (let point = 0; point < count; point++) all[point] = point;
    return all.subarray(0, count);
  };
}

type TakeNode = (planned: PlannedNode, columns: NodeColumns, at: number) => void;

/** Reads nodes in their order, with progress over all calls, and stops when it is aborted. */
function createReader(store: PointStore, { signal, onProgress }: CropOptions) {
  let [pointsRead, pointsToRead] = [0, 0];
  let turnEnds = performance.now() + TURN_MS;
  return async (
    nodes: readonly PlannedNode[],
    take: TakeNode,
    isNeeded: (planned: PlannedNode) => boolean = () => true,
  ) => {
    for (const planned of nodes) if (isNeeded(planned)) pointsToRead += planned.node.points;
    for (const [at, planned] of nodes.entries()) {
      signal?.throwIfAborted();
      if (!isNeeded(planned)) continue;
      take(planned, store.readNode(planned.node), at);
      pointsRead += planned.node.points;
      onProgress?.({ pointsRead, pointsToRead: Math.max(pointsToRead, pointsRead) });
      if (performance.now() < turnEnds) continue;
      await setImmediate();
      turnEnds = performance.now() + TURN_MS;
    }
    pointsToRead = pointsRead;
  };
}

function createBatches(sink: CropSink) {
  const words = new Int32Array(BATCH_POINTS * RECORD_WORDS);
  const bytes = new Uint8Array(words.buffer);
  let [size, points] = [0, 0];
  const give = () => {
    if (size > 0) sink(bytes.subarray(0, size * RECORD_BYTES), size);
    points += size;
    size = 0;
  };
  return {
    add(columns: NodeColumns, chosen: Uint32Array): void {
      for (let at = 0; at < chosen.length; at++) {
        packRecord(columns, chosen[at]!, words, size++);
        if (size === BATCH_POINTS) give();
      }
    },
    end(): number {
      give();
      return points;
    },
  };
}
