import { like } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { models } from '@overlook/db/schema';
import { type Lla, poseOfCamera, type Vec3 } from '@overlook/shared/maths';
import { invalid } from '../../errors/app-error.ts';
import type { CheckedTree } from '../object-tree/check-tree.ts';
import { type StoredTree, type TreeFacts, removeTree, storeTree, sweepTrees } from '../object-tree/store-tree.ts';
import { heightDoubts } from './height-doubts.ts';
import { checkedInput, type ImportRequest, importRequestSchema, sourcesOf } from '../import-request.ts';
import type { ConvertProgress } from '../convert/convert-files.ts';
import type { CheckedLayer } from '../check/check-layer.ts';
import { type ConvertedSources, convertSources } from './converted-sources.ts';
import { checkCadTree, checkLayers } from './check-request.ts';
import { LAYER_NAMES, type LayerName, layerModelType } from '../../storage/layers.ts';
import {
  describePhotos,
  groundOfPhotos,
  type PhotosResult,
  photoWarnings,
  settlePhotos,
  storeRequestedPhotos,
  withdrawUnnamed,
} from '../photos/import-photos.ts';
import type { StoredPhotos } from '../photos/store-photos.ts';
import type { BuildProgress } from '../points/build/build-progress.ts';
import { settleCloud, storeCloud, type StoredCloud, withdrawCloud } from '../points/cloud-store.ts';
import type { ConvertedPoints } from '../points/convert-points.ts';
import { type PublishFs, nodeFs } from '../../errors/publish-fs.ts';
import { type BestPlan, drawBestPlan } from '../site-plan/best-plan.ts';
import { MEMORY_MB } from '../../process/limited-process.ts';
import type { PlanMaker } from '../site-plan/make-plan.ts';
import {
  type Registration,
  assertLayersFree,
  homeOfImport,
  originOfImport,
  registerSite,
} from '../register/register-site.ts';
import { type WrittenLayer, removeWritten, writeLayer } from '../register/write-layer.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import type { TilesetFacts } from '../check/tileset-facts.ts';
import { MODEL_FILES_URL, versionFolder, versionOfUrl } from '../../storage/version-folders.ts';
import { makeWorkFolder } from '../store/work-folder.ts';

export type { ImportRequest } from '../import-request.ts';

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
  | { phase: 'drawing plan'; layer: null; done: number; total: null }
  | { phase: 'registering'; layer: null; done: 0; total: null };

export interface ImportContext {
  db: Db;
  /** `<DATA_DIR>/files` */
  filesDir: string;
  /** Memory that converting a CAD model, and drawing the plan, may take, MiB. */
  convertMemoryMb?: number | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  fs?: PublishFs | undefined;
  /** Draws the plan of the site's best layer; without it the import stores none. */
  makePlan?: PlanMaker | undefined;
  /** Called within the transaction that registers the site: where it throws, nothing is stored. */
  onRegister?: ((tx: Db, result: ImportResult) => Promise<void>) | undefined;
}

export interface ImportResult {
  site: Registration['site'];
  isNewSite: boolean;
  /** Ground below the first layer, measured or given; for an import of photos only, the origin of their site. */
  ground: Lla;
  layers: {
    layer: LayerName;
    modelId: number;
    modeltypeId: number;
    filepath: string;
    isReplacement: boolean;
    facts: TilesetFacts;
    /** Its object tree. */
    tree: TreeFacts | null;
  }[];
  /** Null where the import had none. */
  photos: PhotosResult | null;
  /**
   * Parts that a conversion omitted, refused photos, and faults of the sources that do not prevent drawing, one
   * sentence each.
   */
  warnings: readonly string[];
}

/**
 * Publishes a site's layers and photos: unpacks archives, converts CAD models and point clouds, checks all layers, reads the photos, then copies, then
 * registers in one transaction.
 * When anything fails, or `signal` aborts, nothing is stored and the site does not change. Throws `ImportRefusedError`
 * for a bad source (file, place, reason) and `AppError` for a request that contradicts what is stored.
 */
export async function importSite(context: ImportContext, input: ImportRequest): Promise<ImportResult> {
  const request = parseRequest(input);
  await assertLayersFree(context.db, request);
  const siteGround = await groundOfPhotos(context.db, request);
  await sweepImports({ db: context.db, filesDir: context.filesDir, fs: context.fs ?? nodeFs });
  const converted = await convertSources(request, context);
  const work = await workOf(request, context).catch(async (error: unknown) => {
    await converted.remove();
    throw error;
  });
  const { layers } = converted;
  try {
    return await publish(context, { ...request, layers }, { converted, workFolder: work?.folder ?? null, siteGround });
  } finally {
    await work?.remove();
    await converted.remove();
  }
}

/** A folder for the data of property files about the tree's items; null where there are none. */
async function workOf({ properties }: ImportRequest, { filesDir, fs = nodeFs }: ImportContext) {
  return sourcesOf(properties).length > 0 ? makeWorkFolder({ filesDir, fs }) : null;
}

interface Prepared {
  converted: ConvertedSources;
  workFolder: string | null;
  /** Of photos without layers. */
  siteGround: Lla | null;
}

async function publish(
  context: ImportContext,
  request: ImportRequest,
  { converted, workFolder, siteGround }: Prepared,
): Promise<ImportResult> {
  const inCad = <T>(step: () => Promise<T>) => converted.inLayer('cad', step);
  const checked = await checkLayers(request, context, converted);
  const warnings = [
    ...converted.warnings,
    ...checked.flatMap((layer) => layer.warnings),
    ...(await heightDoubts(context.db, request, checked)),
  ];
  const checkedTree = await inCad(() => checkCadTree(request, checked, workFolder, context));
  const found = siteGround ?? checked[0]!.ground;
  const ground = { ...found, height: request.groundHeight ?? found.height };
  const { db, filesDir, fs = nodeFs, signal, convertMemoryMb: memoryMb = MEMORY_MB } = context;
  const photos = await storeRequestedPhotos(request, await originOfImport(context.db, request, ground), {
    db,
    filesDir,
    fs,
    signal,
    memoryMb,
    onPhoto: (done, total) => context.onProgress?.({ phase: 'reading photos', layer: null, done, total }),
  });
  try {
    if (photos) warnings.push(...photoWarnings(photos));
    const made = { checked, ground, photos, warnings, points: converted.points };
    return await store(context, request, made, checkedTree && { checkedTree, inCad });
  } finally {
    await photos?.remove();
  }
}

/** The checked data that is to be stored. */
interface Made {
  checked: readonly CheckedLayer[];
  ground: Lla;
  photos: StoredPhotos | null;
  warnings: readonly string[];
  /** The converted cloud of the points layer; null where it is a tileset. */
  points: ConvertedPoints | null;
}

async function store(
  context: ImportContext,
  request: ImportRequest,
  made: Made,
  cadTree: { checkedTree: CheckedTree; inCad: <T>(step: () => Promise<T>) => Promise<T> } | null,
): Promise<ImportResult> {
  const { db, filesDir, signal, fs = nodeFs } = context;
  const { checked, ground, photos } = made;
  const written: WrittenLayer[] = [];
  let tree: StoredTree | null = null;
  let cloud: StoredCloud | null = null;
  let { warnings } = made;
  let registration: Registration;
  try {
    for (const layer of checked)
      written.push(
        await writeLayer(layer, request.slug, {
          filesDir,
          fs,
          signal,
          onBytes: (done, total) => context.onProgress?.({ phase: 'copying', layer: layer.layer, done, total }),
        }),
      );
    signal?.throwIfAborted();
    if (cadTree) {
      const onItems = (done: number, total: number) =>
        context.onProgress?.({ phase: 'storing tree', layer: 'cad', done, total });
      tree = await cadTree.inCad(() => storeTree(db, cadTree.checkedTree, { signal, onItems }));
    }
    const cornersEcef = checked.flatMap((layer) => layer.cornersEcef);
    const plan = await drawPlanOf(written, cornersEcef, request, context);
    if (plan && !plan.source) warnings = [...warnings, `The minimap shows no plan of this site. ${plan.reason}`];
    context.onProgress?.({ phase: 'registering', layer: null, done: 0, total: null });
    await photos?.publish();
    if (made.points) cloud = await storeCloud(made.points, { filesDir, fs });
    registration = await registerSite(db, request, written, {
      place: checked.length > 0 ? { ground, cornersEcef } : null,
      treeId: tree?.id ?? null,
      plan: plan?.source ? { layer: plan.source.folder.layer, plan: plan.plan } : null,
      cloud,
      photos: photos?.photos ?? null,
      onRegistered: async (tx, done) => context.onRegister?.(tx, { ...describe(made, done, tree), warnings }),
    });
  } catch (error) {
    await giveUp(written, { db, filesDir, fs });
    if (photos) await withdrawUnnamed(db, photos);
    if (cloud) await withdrawCloud(cloud, db, { filesDir, fs });
    // Where the database does not answer, the next sweep removes it.
    if (tree) await removeTree(db, tree.id).catch(() => undefined);
    throw error;
  }
  await settle(written, registration, { db, filesDir, fs });
  await settleCloud(cloud, registration.replacedCloud, { filesDir, fs });
  if (photos) await settlePhotos(photos, registration.photos, { db, filesDir });
  return { ...describe(made, registration, tree), warnings };
}

/** The plan of the best layer of this import, with its picture from the home view; null where none is requested. */
async function drawPlanOf(
  written: readonly WrittenLayer[],
  cornersEcef: readonly Vec3[],
  request: ImportRequest,
  { db, makePlan, filesDir, fs = nodeFs, signal, convertMemoryMb = MEMORY_MB, onProgress }: ImportContext,
): Promise<BestPlan<WrittenLayer & { entry: string }> | null> {
  if (!makePlan || written.length === 0) return null;
  let done = 0;
  return drawBestPlan(
    written.map((layer) => ({ ...layer, entry: layer.checked.entry })),
    makePlan,
    {
      filesDir,
      fs,
      signal,
      memoryMb: convertMemoryMb,
      home: poseOfCamera(await homeOfImport(db, request, cornersEcef)),
      onProgress: () => onProgress?.({ phase: 'drawing plan', layer: null, done: ++done, total: null }),
    },
  );
}

function parseRequest(input: ImportRequest): ImportRequest {
  const request = checkedInput(importRequestSchema, input);
  const hasLayers = LAYER_NAMES.some((layer) => request.layers[layer]);
  if (!hasLayers && request.photos === undefined)
    throw invalid(`Give at least one layer (${LAYER_NAMES.join(', ')}), or photos.`);
  if (!hasLayers && request.groundHeight !== undefined)
    throw invalid('A height of the ground is for layers: give it with one of them.');
  if (!hasLayers && request.at)
    throw invalid('A position is for layers; photos have their own, or get it from a table.');
  const { photoTable, altitudes, anywhere } = request;
  if (request.photos === undefined && (photoTable !== undefined || anywhere))
    throw invalid('A table of photos and anywhere are for photos: give them with --photos.');
  const { points, cad } = request.layers;
  if (request.photos === undefined && !points && !cad && altitudes !== undefined)
    throw invalid('Altitudes are of photos, point clouds and CAD: give them with --photos, --points or --cad.');
  if (request.crs !== undefined && !points && !cad)
    throw invalid('A coordinate system is for point clouds and CAD: give it with --points or --cad.');
  if (request.properties && !request.layers.cad) throw invalid('Properties belong to a CAD layer: give it with --cad.');
  return request;
}

interface Stores {
  db: Db;
  filesDir: string;
  fs: PublishFs;
}

/**
 * Removes the written files, except registered versions: after a connection was lost while committing the state is not
 * known, and without an answer of the database the next sweep decides.
 */
async function giveUp(written: readonly WrittenLayer[], { db, filesDir, fs }: Stores): Promise<void> {
  for (const layer of written) {
    const isRegistered = await isReferenced(db, layer.folder).catch(() => true);
    if (isRegistered) await fs.remove(layer.ownerFile);
    else await removeWritten(layer, { fs, filesDir });
  }
}

/** After registration: the owner files and the replaced versions are removed. */
async function settle(
  written: readonly WrittenLayer[],
  { models: registered }: Registration,
  { db, filesDir, fs }: Stores,
): Promise<void> {
  for (const { ownerFile } of written) await fs.remove(ownerFile);
  await sweepTrees(db).catch(() => undefined);
  for (const { replacedFilepath } of registered) {
    const old = replacedFilepath === null ? null : versionOfUrl(replacedFilepath);
    if (!old || (await isReferenced(db, old))) continue;
    // A failure here costs disk space until the next sweep, not the import.
    await fs.remove(versionFolder(filesDir, old as WrittenLayer['folder'])).catch(() => undefined);
  }
}

async function isReferenced(
  db: Db,
  { slug, layer, version }: { slug: string; layer: string; version: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: models.id })
    .from(models)
    .where(like(models.filepath, `${MODEL_FILES_URL}${slug}/${layer}/${version}/%`))
    .limit(1);
  return rows.length > 0;
}

function describe(
  { checked, ground, photos: stored }: Made,
  { site, isNewSite, models: registered, photos }: Registration,
  tree: StoredTree | null,
): Omit<ImportResult, 'warnings'> {
  const layers = checked.map(({ layer, facts }) => {
    const { id, modeltypeId, filepath, replacedFilepath } = registered.find(
      (model) => model.modeltypeId === layerModelType(layer).id,
    )!;
    return {
      layer,
      modelId: id,
      modeltypeId,
      filepath,
      isReplacement: replacedFilepath !== null,
      facts,
      tree: layer === 'cad' ? (tree?.facts ?? null) : null,
    };
  });
  return { site, isNewSite, ground, layers, photos: stored && describePhotos(stored, photos) };
}
