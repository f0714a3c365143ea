import { findSiteByName } from '../../services/site-names.ts';
import { type ImportRequest } from '../import-request.ts';
import { groundOfPhotos } from '../photos/import-photos.ts';
import { type RegisteredSite, assertLayersFree, registerSite } from '../register/register-site.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import { acceptedRequest } from './accepted-request.ts';
import { convertSources } from './converted-sources.ts';
import { type ImportContext, surroundingsOf } from './import-context.ts';
import type { ImportPart, ImportWork } from './import-part.ts';
import type { ImportResult } from './import-result.ts';
import { cloudPart } from './parts/cloud.ts';
import { layersPart } from './parts/layers.ts';
import { packsPart } from './parts/packs.ts';
import { photosPart } from './parts/photos.ts';
import { picturesPart } from './parts/pictures.ts';
import { planPart } from './parts/plan.ts';
import { treePart } from './parts/tree.ts';

export type { ImportRequest } from '../import-request.ts';
export type { ImportContext, ImportProgress } from './import-context.ts';
export type { ImportResult } from './import-result.ts';

/** All kinds of data that an import may have, in the order in which each step is taken. */
const PARTS: readonly ((work: ImportWork) => ImportPart)[] = [
  layersPart,
  treePart,
  planPart,
  photosPart,
  picturesPart,
  cloudPart,
  packsPart,
];

/**
 * Publishes a site's layers and photos: unpacks archives, converts CAD models and point clouds, checks all layers, reads the photos, then copies, then
 * registers in one transaction.
 * When anything fails, or `signal` aborts, nothing is stored and the site does not change. Throws `ImportRefusedError`
 * for a bad source (file, place, reason) and `AppError` for a request that contradicts what is stored.
 */
export async function importSite(context: ImportContext, input: ImportRequest): Promise<ImportResult> {
  const accepted = acceptedRequest(input);
  // A script may give the name that a site had before.
  const slug = (await findSiteByName(context.db, accepted.slug))?.slug ?? accepted.slug;
  const request = { ...accepted, slug };
  const surroundings = surroundingsOf(context);
  await assertLayersFree(context.db, request);
  const ground = await groundOfPhotos(context.db, request);
  await sweepImports(surroundings);
  const converted = await convertSources(request, surroundings);
  const work: ImportWork = {
    surroundings,
    request: { ...request, layers: converted.layers },
    converted,
    ground,
    checked: [],
    written: [],
    captures: [],
    tree: null,
    photos: null,
    pictures: null,
    warnings: [...converted.warnings],
  };
  try {
    return await publish(work, context.onRegister);
  } finally {
    await converted.remove();
  }
}

async function publish(work: ImportWork, onRegister: ImportContext['onRegister']): Promise<ImportResult> {
  const { signal, db, onProgress } = work.surroundings;
  const parts = PARTS.map((part) => part(work));
  let site: RegisteredSite;
  try {
    for (const part of parts) await part.prepare?.();
    for (const part of parts) {
      await part.store?.();
      signal?.throwIfAborted();
    }
    onProgress({ phase: 'registering', layer: null, done: 0, total: null });
    site = await registerSite(db, work.request, placeOf(work), async (tx, registered) => {
      for (const part of parts) await part.register?.(tx, registered);
      await onRegister?.(tx, resultOf(work, registered));
    });
  } catch (error) {
    // What cannot be removed now is left for the next sweep.
    for (const part of parts) await part.withdraw?.().catch(() => undefined);
    throw error;
  }
  // The site is registered: what cannot be removed now is left for the next sweep.
  for (const part of parts) await part.settle?.().catch(() => undefined);
  return resultOf(work, site);
}

/** Where the layers are; null for photos alone. */
const placeOf = ({ checked, ground }: ImportWork) =>
  checked.length > 0 ? { ground: ground!, cornersEcef: checked.flatMap((layer) => layer.cornersEcef) } : null;

function resultOf(
  { captures, checked, ground, tree, photos, pictures, warnings }: ImportWork,
  { id, slug, name, isNew }: RegisteredSite,
): ImportResult {
  const layers = captures.map(({ id: captureId, removedFilepaths: _, ...capture }) => ({
    ...capture,
    captureId,
    facts: checked.find((one) => one.layer === capture.layer)!.facts,
    tree: capture.layer === 'cad' ? tree : null,
  }));
  return { site: { id, slug, name }, isNewSite: isNew, ground: ground!, layers, photos, pictures, warnings };
}
