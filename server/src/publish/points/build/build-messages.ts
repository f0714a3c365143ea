import type { Float64Mat4 } from '@overlook/shared/maths';
import type { StoreColumn } from '../../../pointclouds/store/store-index.ts';
import type { GridCloud } from '../../../pointclouds/thinning/grid-counter.ts';
import type { PlanRegion } from '../part/plan-region.ts';
import type { BuildRules } from '../build-rules.ts';
import type { BuiltChunk, Candidate, Chunk } from './build-chunk.ts';
import type { BuildSizes } from './build-sizes.ts';
import type { DivisionGrid } from './chunk-plan.ts';
import type { CloudCube, Triple } from './cloud-cube.ts';
import type { Distribution } from './distribute.ts';
import type { TileFields } from './node-tiles.ts';
import type { BuiltNode } from './node-writer.ts';
import type { CloudFile } from './cloud-source.ts';
import type { RecordSegment } from './scanned-segment.ts';
import type { EarlierPick, Ghosts } from './sample-levels.ts';
import type { ScannedSegment } from './scanned-segment.ts';
import type { UpperNode } from './upper-nodes.ts';

/** The input of a thread for building nodes. */
export interface NodeSetup {
  readonly cube: CloudCube;
  /** From the tileset's frame to ECEF, column-major. */
  readonly toEcef: Float64Mat4;
  readonly fields: TileFields;
  readonly columns: readonly StoreColumn[];
  /** The parameters of the counts for estimates. */
  readonly counted: GridCloud;
  readonly sizes: BuildSizes;
  /** Points of the largest chunk. */
  readonly capacity: number;
  readonly spoolPath: string;
  /** Files that points are handed up in; this thread's is number `blobFile`. */
  readonly upperPaths: readonly string[];
  /** Null where no tiles are written. */
  readonly tilesFolder: string | null;
  readonly blobPath: string;
  readonly blobFile: number;
}

/** The tasks of a build thread, by name, with their requests and answers. Everything is plain data. */
export interface BuildTasks {
  begin(request: { files: readonly CloudFile[]; rules: BuildRules; region: PlanRegion | null }): void;
  scan(request: { segment: RecordSegment; spoolPrefix: string | null }): ScannedSegment;
  count(request: {
    segments: readonly RecordSegment[];
    grids: readonly DivisionGrid[];
    minimum: Triple;
  }): Uint32Array[];
  distribute(request: { segments: readonly RecordSegment[]; distribution: Distribution }): void;
  beginNodes(request: NodeSetup): void;
  candidates(request: Chunk): Candidate[];
  chunk(request: { chunk: Chunk; ghosts: Ghosts; earlier: readonly EarlierPick[] }): BuiltChunk;
  upper(request: UpperNode): BuiltNode[];
  end(request: null): void;
}

export type BuildTask = keyof BuildTasks;
export type RequestOf<T extends BuildTask> = Parameters<BuildTasks[T]>[0];
export type AnswerOf<T extends BuildTask> = ReturnType<BuildTasks[T]>;

/** To a thread, one at a time. */
export interface TaskMessage<T extends BuildTask = BuildTask> {
  readonly task: T;
  readonly request: RequestOf<T>;
}

/** From a thread: points that a task has got through since the last such message, then one of the others. */
export type ThreadMessage =
  | { readonly kind: 'points'; readonly count: number }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly file: string; readonly place: string; readonly reason: string }
  /** A copy of an error between threads lacks its code. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly code: string | null };
