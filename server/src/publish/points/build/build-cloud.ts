/**
 * Builds a cloud out of core (decision 0027): reads the bounds of all points, counts them in a grid, divides them into
 * chunks, copies each chunk's points together, and builds the chunks one by one on two threads. Memory depends on the size of
 * a chunk, not on that of the cloud; the output does not depend on the number of threads.
 */
import { vec3Of } from '@overlook/shared/maths';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CountGrid, encodeCountGrid } from '@overlook/shared/points';
import type { PointFrame } from '../../../pointclouds/frame.ts';
import { openFrame } from '../../../pointclouds/open-frame.ts';
import { coordinatesOf } from '../../../pointclouds/record.ts';
import { DamagedStoreError } from '../../../pointclouds/store/damaged-store-error.ts';
import { STORE_FILES, type StoreDescription, type StoreNode } from '../../../pointclouds/store/store-index.ts';
import { mergeGridParts } from '../../../pointclouds/thinning/grid-counter.ts';
import { encodeIndex } from '../../../pointclouds/store/write-index.ts';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import { nodeFs } from '../../../errors/publish-fs.ts';
import type { BuildRules } from '../build-rules.ts';
import { assertTogether } from './assert-together.ts';
import { buildNodes, type BuiltOctree, type SharedSetup } from './build-nodes.ts';
import { type OnBuildProgress, ProgressOfSteps } from './build-progress.ts';
import { BUILD_SIZES, type BuildSizes } from './build-sizes.ts';
import { BuildThreads } from './build-threads.ts';
import { CELL_BITS } from './cloud-cube.ts';
import { type CloudFacts, factsOf } from './cloud-facts.ts';
import { type DividedCloud, divideCloud } from './divide-cloud.ts';
import type { PlanRegion } from '../part/plan-region.ts';
import { pinnedFacts, type PinnedCloud } from './pinned-cloud.ts';
import type { CloudFile } from './cloud-source.ts';
import { type FileStation, type ScannedCloud, scanCloud } from './scan-cloud.ts';
import { shareBlobs } from './share-blobs.ts';
import { ecefFromTileset } from './tile-frame.ts';
import { writePointTileset } from './write-tileset.ts';

export interface BuildCloudOptions {
  /** At least one. */
  readonly files: readonly CloudFile[];
  readonly rules: BuildRules;
  /** What is taken over from another capture, with the frame and the grid of `rules`; none unless given. */
  readonly pin?: PinnedCloud | null | undefined;
  /** The folder of its exact store, whose blobs are shared; none are unless given. */
  readonly baseStore?: string | undefined;
  /** Points of stores are left out in it; those of files outside of it, where it is a polygon. All are taken unless given. */
  readonly region?: PlanRegion | null | undefined;
  /** An existing folder, which gets `store/`, and `tiles/tileset.json` unless these are not requested. */
  readonly outFolder: string;
  /** An existing folder for temporary files: about 36 bytes per point. */
  readonly workFolder: string;
  readonly onProgress?: OnBuildProgress | undefined;
  readonly signal?: AbortSignal | undefined;
  /** False writes the exact store alone, for a cloud that has its tiles from elsewhere; true unless given. */
  readonly withTiles?: boolean;
  /** Threads that read and build; 2 unless given. */
  readonly threads?: number;
  /** Others than `BUILD_SIZES` are for tests, in which few points make many chunks. */
  readonly sizes?: BuildSizes;
}

export interface BuiltCloud {
  readonly description: StoreDescription;
  /** The unused data of the files, one sentence each. */
  readonly warnings: readonly string[];
  /** Of formats that have them between their points, in the order of the files. */
  readonly stations: readonly FileStation[];
}

const THREADS = 2;

/**
 * Builds the octree of some files: the exact store, and tiles for the viewer. They appear under their names when they
 * are complete. Throws `ImportRefusedError` for a file that cannot be read, files that are far apart and a cloud
 * without points, the disk's error when that is full, or the signal's reason when it is aborted. The temporary files
 * are gone afterwards, in any case.
 */
export async function buildCloud(options: BuildCloudOptions): Promise<BuiltCloud> {
  const { outFolder, workFolder, signal } = options;
  signal?.throwIfAborted();
  const progress = new ProgressOfSteps(options.onProgress);
  const work = await mkdtemp(path.join(workFolder, 'points-'));
  const store = path.join(outFolder, 'store.part');
  const tiles = (options.withTiles ?? true) ? path.join(outFolder, 'tiles.part') : null;
  const parts = tiles === null ? [store] : [store, tiles];
  const threads = new BuildThreads(options.threads ?? THREADS, (points) => progress.add(points), signal);
  try {
    for (const part of parts) await mkdir(part);
    return await new CloudBuild(options, threads, progress, { work, store, tiles }).run();
  } catch (error) {
    // Threads must have stopped writing before the files are removed.
    await threads.end();
    for (const part of parts) await rm(part, { recursive: true, force: true });
    throw error;
  } finally {
    await threads.end();
    await rm(work, { recursive: true, force: true });
  }
}

class CloudBuild {
  readonly #frame: PointFrame;
  readonly #sizes: BuildSizes;

  constructor(
    private readonly options: BuildCloudOptions,
    private readonly threads: BuildThreads,
    private readonly progress: ProgressOfSteps,
    private readonly folders: { work: string; store: string; tiles: string | null },
  ) {
    this.#frame = openFrame(options.rules.frame);
    this.#sizes = options.sizes ?? BUILD_SIZES;
  }

  async run(): Promise<BuiltCloud> {
    const { files, rules, pin = null, region = null } = this.options;
    this.progress.begin('reading', null);
    await this.threads.onEach('begin', () => ({ files, rules, region }));
    const scanned = await scanCloud(this.threads, files, {
      rules,
      pin,
      spoolPrefix: path.join(this.folders.work, 'records'),
    });
    if (scanned.segments.length === 0) {
      const names = files.length === 1 ? files[0]!.name : `${files.length} files from ${files[0]!.name} on`;
      throw new ImportRefusedError(names, '', 'has no points.');
    }
    const { metresPerUnit } = rules.frame;
    const unitM = vec3Of((axis) => rules.grid.scale[axis] * metresPerUnit);
    assertTogether(scanned.bounds, unitM);
    const own = factsOf(scanned.segments);
    const { facts, notices } = pin ? pinnedFacts(own, pin, unitM) : { facts: own, notices: [] };
    const spoolPath = path.join(this.folders.work, 'chunks.bin');
    const to = { spoolPath, progress: this.progress, chunkPoints: this.#sizes.chunkPoints };
    const divided = await divideCloud(this.threads, scanned, facts, { grid: rules.grid, metresPerUnit }, to);
    const cloud = this.#describe(scanned, facts, divided.densities);
    const toEcef = ecefFromTileset(this.#frame, coordinatesOf(rules.grid, facts.origin));
    const counted = { ...cloud, gridBits: divided.gridBits };
    const { nodes, gridParts } = await this.#buildNodes(divided, facts, { counted, toEcef, spoolPath });
    // Ending them frees memory for the next steps, which this thread runs.
    await this.threads.end();
    this.progress.begin('writing', facts.points);
    const { tiles } = this.folders;
    if (tiles !== null)
      await writePointTileset(tiles, nodes, { cube: facts.cube, grid: rules.grid, metresPerUnit, toEcef });
    const description = { ...cloud, nodes: nodes.length };
    const placed = await this.#shareBlobs(nodes);
    await this.#writeStore(description, encodeIndex(placed), mergeGridParts(counted, this.#frame, gridParts));
    await this.#publish();
    this.progress.add(facts.points);
    return { description, warnings: [...scanned.warnings, ...notices], stations: scanned.stations };
  }

  #buildNodes(
    { chunks }: DividedCloud,
    { cube, fields, columns }: CloudFacts,
    more: Pick<SharedSetup, 'counted' | 'toEcef' | 'spoolPath'>,
  ): Promise<BuiltOctree> {
    const { work, tiles, store } = this.folders;
    const setup = { cube, fields, columns, tilesFolder: tiles, sizes: this.#sizes, ...more };
    return buildNodes(this.threads, chunks, setup, { storeFolder: store, workFolder: work, progress: this.progress });
  }

  #describe(
    { sources, gpsTimes }: ScannedCloud,
    facts: CloudFacts,
    densities: number[],
  ): Omit<StoreDescription, 'nodes'> {
    const { frame, grid } = this.options.rules;
    return {
      version: 1,
      points: facts.points,
      scale: [...grid.scale],
      offset: [...grid.offset],
      minimum: [...facts.cube.minimum],
      maximum: [...facts.maximum],
      rootBits: facts.cube.rootBits,
      cellBits: CELL_BITS,
      columns: [...facts.columns],
      isColor8Bit: facts.fields.isColor8Bit,
      intensityBits: facts.intensityBits,
      gpsTimes: facts.columns.includes('gpsTime') ? gpsTimes : null,
      frame,
      spacing: densities[0]!,
      densities,
      tiles: { origin: [...facts.origin], returns: facts.fields.returns, bare: facts.fields.bare },
      sources: [...sources],
    };
  }

  async #shareBlobs(nodes: readonly StoreNode[]): Promise<readonly StoreNode[]> {
    const { baseStore } = this.options;
    if (baseStore === undefined) return nodes;
    return shareBlobs(nodes, this.folders.store, baseStore).catch((error: unknown) => {
      // The store has all of its blobs. The earlier one is damaged, which its own exports report, or was removed meanwhile.
      if (error instanceof DamagedStoreError || (error as NodeJS.ErrnoException).code === 'ENOENT') return nodes;
      throw error;
    });
  }

  async #writeStore(description: StoreDescription, index: Uint8Array, grid: CountGrid): Promise<void> {
    const { store } = this.folders;
    await writeFile(path.join(store, STORE_FILES.index), index);
    await writeFile(path.join(store, STORE_FILES.grid), encodeCountGrid(grid));
    await writeFile(path.join(store, STORE_FILES.description), JSON.stringify(description));
    for (const name of await nodeFs.list(store)) await nodeFs.sync(path.join(store, name), 'file');
    await nodeFs.sync(store, 'folder');
  }

  /** Gives the results their names. */
  async #publish(): Promise<void> {
    const { outFolder } = this.options;
    const { store, tiles } = this.folders;
    await rename(store, path.join(outFolder, 'store'));
    if (tiles !== null) await rename(tiles, path.join(outFolder, 'tiles'));
    await nodeFs.sync(outFolder, 'folder');
  }
}
