import path from 'node:path';
import type { GridPart } from '../../../pointclouds/thinning/grid-counter.ts';
import { STORE_FILES } from '../../../pointclouds/store/store-index.ts';
import { ghostsNear, ghostsOf, joinGhosts, orderChunks, type OrderedChunk, pickFirst } from './border-exchange.ts';
import type { BuiltChunk, Candidate, Chunk, HandedUp } from './build-chunk.ts';
import type { NodeSetup } from './build-messages.ts';
import type { ProgressOfSteps } from './build-progress.ts';
import type { BuildThread, BuildThreads } from './build-threads.ts';
import type { CloudCube } from './cloud-cube.ts';
import type { BuiltNode } from './node-writer.ts';
import { firstPickedLevel, type Ghosts } from './sample-levels.ts';
import { upperNodesOf } from './upper-nodes.ts';

/** The common input of all threads. */
export type SharedSetup = Omit<NodeSetup, 'capacity' | 'upperPaths' | 'blobPath' | 'blobFile'>;

export interface BuiltOctree {
  /** In the order of the chunks, those above the chunks last. */
  readonly nodes: readonly BuiltNode[];
  /** Counts for estimates, in the order of the chunks. */
  readonly gridParts: readonly GridPart[];
}

/**
 * Builds all nodes from the chunks in the spool: writes their tiles, and their blobs into `storeFolder`, a file a thread.
 * `workFolder` gets temporary files.
 */
export async function buildNodes(
  threads: BuildThreads,
  chunks: readonly Chunk[],
  setup: SharedSetup,
  { storeFolder, workFolder, progress }: { storeFolder: string; workFolder: string; progress: ProgressOfSteps },
): Promise<BuiltOctree> {
  const capacity = chunks.reduce((most, { points }) => Math.max(most, points), 0);
  const upperPaths = Array.from({ length: threads.count }, (_, thread) => path.join(workFolder, `upper-${thread}.bin`));
  await threads.onEach('beginNodes', (blobFile) => ({
    ...setup,
    capacity,
    upperPaths,
    blobPath: path.join(storeFolder, STORE_FILES.points(blobFile)),
    blobFile,
  }));
  const ordered = orderChunks(setup.cube, chunks);
  const build = new ChunksInOrder(setup.cube, ordered, await firstCandidates(threads, ordered), progress);
  await threads.whileAny(() => build.next());
  const upper = await threads.forAll('upper', upperNodesOf(build.handedUp()));
  await threads.onEach('end', () => null);
  return { nodes: [...build.nodes(), ...upper.flat()], gridParts: build.gridParts };
}

/** Candidates of small chunks for levels whose cells are larger, by the chunks' places in the order. */
async function firstCandidates(
  threads: BuildThreads,
  ordered: readonly OrderedChunk[],
): Promise<Map<number, Candidate[]>> {
  const small = [...ordered.keys()].filter((index) => firstPickedLevel(ordered[index]!) > 0);
  const candidates = await threads.forAll(
    'candidates',
    small.map((index) => ordered[index]!),
  );
  return new Map(small.map((index, at) => [index, candidates[at]!]));
}

/** Starts each chunk when those that it waits for are done. */
class ChunksInOrder {
  readonly gridParts: GridPart[] = [];
  readonly #nodes: BuiltNode[][] = [];
  readonly #handedUp: HandedUp[][] = [];
  readonly #first: ReturnType<typeof pickFirst>;
  /** For chunks that are not begun, the picks near each: the picks near all borders of a large cloud would fill the memory. */
  readonly #near = new Map<number, Ghosts[]>();
  readonly #waiting: Set<number>;
  readonly #done = new Set<number>();

  constructor(
    private readonly cube: CloudCube,
    private readonly ordered: readonly OrderedChunk[],
    candidates: ReadonlyMap<number, readonly Candidate[]>,
    private readonly progress: ProgressOfSteps,
  ) {
    this.#first = pickFirst(cube, candidates);
    this.#waiting = new Set(ordered.keys());
    progress.begin(
      'building',
      ordered.reduce((sum, { points }) => sum + points, 0),
    );
  }

  /** Work on the first chunk that can be built now; null where there is none. */
  next(): ((thread: BuildThread) => Promise<void>) | null {
    for (const index of this.#waiting) {
      if (!this.ordered[index]!.waitsFor.every((before) => this.#done.has(before))) continue;
      this.#waiting.delete(index);
      return (thread) => this.#build(thread, index);
    }
    return null;
  }

  /** In the order of the chunks, which does not depend on when each was finished. */
  nodes(): BuiltNode[] {
    return this.#nodes.flat();
  }

  /** Points of the levels above, in the order of the chunks. */
  handedUp(): HandedUp[] {
    return this.#handedUp.flat();
  }

  async #build(thread: BuildThread, index: number): Promise<void> {
    const { waitsFor: _, later, ...chunk } = this.ordered[index]!;
    const first = ghostsNear(this.cube, chunk, ghostsOf(this.#first, index));
    const ghosts = joinGhosts([...(this.#near.get(index) ?? []), first]);
    this.#near.delete(index);
    const earlier = this.#first.ofChunk.get(index) ?? [];
    const built: BuiltChunk = await thread.run('chunk', { chunk, ghosts, earlier });
    this.#nodes[index] = built.nodes;
    this.#handedUp[index] = built.handedUp;
    this.gridParts[index] = built.grid;
    this.#done.add(index);
    for (const other of later) {
      const near = ghostsNear(this.cube, this.ordered[other]!, built.border);
      if (near.length > 0) this.#near.set(other, [...(this.#near.get(other) ?? []), near]);
    }
    this.progress.add(chunk.points);
  }
}
