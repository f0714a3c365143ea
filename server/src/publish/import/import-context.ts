import type { Db } from '@overlook/db';
import { type PublishFs, nodeFs } from '../../errors/publish-fs.ts';
import { MEMORY_MB } from '../../process/limited-process.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import { StoredFolders } from '../../storage/folders/stored-folders.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { LayerName } from '../../storage/layers.ts';
import type { ConvertProgress } from '../convert/convert-files.ts';
import type { BuildProgress } from '../points/build/build-progress.ts';
import type { PlanMaker } from '../site-plan/make-plan.ts';
import type { ImportResult } from './import-result.ts';

/**
 * The progress of an import. `done` counts contents while checking, bytes while unpacking and copying, items of the tree, and photos;
 * a conversion counts the units of its step, for example points of a point cloud.
 */
export type ImportProgress =
  | { phase: 'converting'; step: ConvertProgress['step']; layer: 'cad'; done: number; total: number | null }
  | { phase: 'building points'; step: BuildProgress['step']; layer: 'points'; done: number; total: number | null }
  | { phase: 'unpacking'; layer: LayerName; done: number; total: number }
  | { phase: 'checking'; layer: LayerName; done: number; total: null }
  | { phase: 'reading tree'; layer: 'cad'; done: number; total: null }
  | { phase: 'storing tree'; layer: 'cad'; done: number; total: number }
  | { phase: 'copying'; layer: LayerName; done: number; total: number }
  | { phase: 'reading photos'; layer: null; done: number; total: number }
  | { phase: 'uploading'; layer: LayerName; done: number; total: number }
  | { phase: 'drawing plan'; layer: null; done: number; total: null }
  | { phase: 'registering'; layer: null; done: 0; total: null };

export interface ImportContext {
  db: Db;
  /** `<DATA_DIR>/files` */
  filesDir: string;
  /** Files that are one object each; below `filesDir` without it. */
  objects?: ObjectStore | undefined;
  /** Versions of layers and exact clouds, in these. */
  folders?: StoredFolders | undefined;
  /** Memory that converting a CAD model, and drawing the plan, may take, MiB. */
  convertMemoryMb?: number | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  fs?: PublishFs | undefined;
  /** Draws the plan of the site's best layer; without it the import stores none. */
  makePlan?: PlanMaker | undefined;
  /** Who publishes; null for an operator. */
  publishedBy?: number | null | undefined;
  /** Called within the transaction that registers the site: where it throws, nothing is stored. */
  onRegister?: ((tx: Db, result: ImportResult) => Promise<void>) | undefined;
}

/** The surroundings of an import, with a value for everything that a caller may leave out. */
export interface ImportSurroundings {
  readonly db: Db;
  readonly filesDir: string;
  readonly objects: ObjectStore;
  readonly folders: StoredFolders;
  readonly fs: PublishFs;
  /** Memory of each limited process, MiB. */
  readonly memoryMb: number;
  readonly signal: AbortSignal | undefined;
  readonly makePlan: PlanMaker | undefined;
  readonly publishedBy: number | null;
  onProgress(progress: ImportProgress): void;
}

export function surroundingsOf(context: ImportContext): ImportSurroundings {
  const { db, filesDir, objects = new FolderStore(filesDir) } = context;
  return {
    db,
    filesDir,
    objects,
    folders: context.folders ?? new StoredFolders({ filesDir, objects }),
    fs: context.fs ?? nodeFs,
    memoryMb: context.convertMemoryMb ?? MEMORY_MB,
    signal: context.signal,
    makePlan: context.makePlan,
    publishedBy: context.publishedBy ?? null,
    onProgress: (progress) => context.onProgress?.(progress),
  };
}
