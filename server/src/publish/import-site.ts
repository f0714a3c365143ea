import { like } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { models } from '@overlook/db/schema';
import type { Lla } from '@overlook/shared/maths';
import { invalid } from '../errors.ts';
import { checkedInput } from './checked-input.ts';
import { type CheckedLayer, checkLayer } from './check-layer.ts';
import { type ImportRequest, importRequestSchema } from './import-request.ts';
import { LAYER_NAMES, type LayerName, layerModelType } from './layers.ts';
import { type PublishFs, nodeFs } from './publish-fs.ts';
import { type Registration, refuseTakenLayers, registerSite } from './register-site.ts';
import { type StagedLayer, removeStaged, stageLayer } from './stage-layer.ts';
import { sweepImports } from './sweep-imports.ts';
import type { TilesetFacts } from './tileset-facts.ts';
import { MODEL_FILES_URL, versionFolder, versionOfUrl } from './version-folders.ts';

export type { ImportRequest } from './import-request.ts';

/** How far an import is. `done` counts contents while checking (total not known) and bytes while copying. */
export type ImportProgress =
  | { phase: 'checking'; layer: LayerName; done: number; total: null }
  | { phase: 'copying'; layer: LayerName; done: number; total: number }
  | { phase: 'registering'; layer: null; done: 0; total: null };

export interface ImportContext {
  db: Db;
  /** `<DATA_DIR>/files` */
  filesDir: string;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  fs?: PublishFs | undefined;
}

export interface ImportResult {
  site: Registration['site'];
  isNewSite: boolean;
  /** Ground below the first layer, as measured or as told. */
  ground: Lla;
  layers: {
    layer: LayerName;
    modelId: number;
    modeltypeId: number;
    filepath: string;
    isReplacement: boolean;
    facts: TilesetFacts;
  }[];
}

/**
 * Publishes a site's layers: checks all of them, then copies, then registers in one transaction. When anything fails,
 * or `signal` aborts, nothing of it stays and what the site had before is untouched. Throws `ImportRefused` for a bad
 * source (file, place, reason) and `AppError` for a request that contradicts what is stored.
 */
export async function importSite(context: ImportContext, input: ImportRequest): Promise<ImportResult> {
  const request = parseRequest(input);
  const { db, filesDir, signal, fs = nodeFs } = context;
  await refuseTakenLayers(db, request);
  const checked = await checkLayers(request, context);
  await sweepImports({ db, filesDir, fs });
  const staged: StagedLayer[] = [];
  let registration: Registration;
  try {
    for (const layer of checked)
      staged.push(
        await stageLayer(layer, request.slug, {
          filesDir,
          fs,
          signal,
          onBytes: (done, total) => context.onProgress?.({ phase: 'copying', layer: layer.layer, done, total }),
        }),
      );
    signal?.throwIfAborted();
    context.onProgress?.({ phase: 'registering', layer: null, done: 0, total: null });
    registration = await registerSite(db, request, staged, checked[0]!.ground);
  } catch (error) {
    await giveUp(staged, { db, filesDir, fs });
    throw error;
  }
  await settle(staged, registration, { db, filesDir, fs });
  return describe(checked, registration);
}

function parseRequest(input: ImportRequest): ImportRequest {
  const request = checkedInput(importRequestSchema, input);
  if (!LAYER_NAMES.some((layer) => request.layers[layer]))
    throw invalid(`Give at least one layer: ${LAYER_NAMES.join(', ')}.`);
  return request;
}

async function checkLayers(request: ImportRequest, { onProgress, signal }: ImportContext): Promise<CheckedLayer[]> {
  const checked: CheckedLayer[] = [];
  for (const layer of LAYER_NAMES) {
    const source = request.layers[layer];
    if (!source) continue;
    onProgress?.({ phase: 'checking', layer, done: 0, total: null });
    const onContent = (done: number) => onProgress?.({ phase: 'checking', layer, done, total: null });
    checked.push(await checkLayer(layer, source, { ...request, signal, onContent }));
  }
  return checked;
}

interface Stores {
  db: Db;
  filesDir: string;
  fs: PublishFs;
}

/**
 * Removes what was staged, except versions that are registered after all: a connection lost while committing leaves
 * that open, and where the database cannot be asked the next sweep decides.
 */
async function giveUp(staged: readonly StagedLayer[], { db, filesDir, fs }: Stores): Promise<void> {
  for (const layer of staged) {
    const isRegistered = await isReferenced(db, layer.folder).catch(() => true);
    if (isRegistered) await fs.remove(layer.ownerFile);
    else await removeStaged(layer, { fs, filesDir });
  }
}

/** After registration: the versions are no longer in the making, and those they replaced are removed. */
async function settle(
  staged: readonly StagedLayer[],
  { models: registered }: Registration,
  { db, filesDir, fs }: Stores,
): Promise<void> {
  for (const { ownerFile } of staged) await fs.remove(ownerFile);
  for (const { replacedFilepath } of registered) {
    const old = replacedFilepath === null ? null : versionOfUrl(replacedFilepath);
    if (!old || (await isReferenced(db, old))) continue;
    // A failure here costs disk space until the next sweep, not the import.
    await fs.remove(versionFolder(filesDir, old as StagedLayer['folder'])).catch(() => undefined);
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
  checked: readonly CheckedLayer[],
  { site, isNewSite, models: registered }: Registration,
): ImportResult {
  const layers = checked.map(({ layer, facts }) => {
    const { id, modeltypeId, filepath, replacedFilepath } = registered.find(
      (model) => model.modeltypeId === layerModelType(layer).id,
    )!;
    return { layer, modelId: id, modeltypeId, filepath, isReplacement: replacedFilepath !== null, facts };
  });
  return { site, isNewSite, ground: checked[0]!.ground, layers };
}
