import { rm } from 'node:fs/promises';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { cadItems, cadTrees, captures } from '@overlook/db/schema';
import { EXPORTS_MESSAGES, moreTrianglesText } from '@overlook/shared/messages';
import type { ClippedBox, TreeNames } from '../../meshes/export-meshes.ts';
import type { TileProgress } from '../../meshes/meshes-process.ts';
import { type HeldVersion, heldVersion } from '../../storage/version-folders.ts';
import type { JobRun } from '../../services/jobs/job-handler.ts';
import type { CropStores } from './crop-stores.ts';
import { newPartFile } from './export-files.ts';
import type { DownloadRow } from './find-download.ts';

/** A complete file under the name of its part, or the reason why there is none. */
export type CroppedLayer = { readonly triangles: number; readonly sizeBytes: number } | { readonly refusal: string };

/** Items of a tree that are asked for at once. */
const NAMES_AT_ONCE = 1000;

/** Writes the meshes of a layer in the box of a download to `path`. Throws what `runLimited` throws. */
export async function cropLayer(
  stores: CropStores,
  { row, path, run }: { row: DownloadRow; path: string; run: Pick<JobRun, 'signal' | 'report'> },
): Promise<CroppedLayer> {
  const { db, filesDir, env, meshes, meshIndexes } = stores;
  const layer = await findLayer(db, row);
  if (!layer) return { refusal: EXPORTS_MESSAGES['export.layerReplaced'] };
  const jsonPath = await newPartFile(filesDir, row.filename);
  const binPath = await newPartFile(filesDir, row.filename);
  const onProgress = ({ done, total }: TileProgress) =>
    run.report({ label: 'Cutting tiles', done, total, unit: 'items' });
  const options = { memoryMb: env.convertMemoryMb, signal: run.signal, onProgress };
  try {
    const { box } = row;
    const trianglesMost = env.exportTrianglesMost;
    const clipped = await meshIndexes.withIndex(layer.version, (folders) =>
      meshes.clip({ step: 'clip', ...folders, box, trianglesMost, jsonPath, binPath }, options),
    );
    const refusal = refusalOf(clipped, env.exportTrianglesMost);
    if (refusal !== null) return { refusal };
    const { triangles, layerIds } = clipped as Extract<ClippedBox, { refused: null }>;
    const names = await namesOf(db, layer.captureId, layerIds);
    const sizeBytes = await meshes.assemble(
      { step: 'assemble', jsonPath, binPath, path, generator: env.productName, title: row.description, names },
      options,
    );
    return { triangles, sizeBytes };
  } finally {
    for (const part of [jsonPath, binPath]) await rm(part, { force: true });
  }
}

function refusalOf(clipped: ClippedBox, trianglesMost: number): string | null {
  switch (clipped.refused) {
    case 'triangles':
      return moreTrianglesText(trianglesMost);
    case 'objects':
      return EXPORTS_MESSAGES['export.tooManyObjects'];
    case 'bytes':
      return EXPORTS_MESSAGES['export.tooLargeForGlb'];
    default:
      return clipped.triangles === 0 ? EXPORTS_MESSAGES['export.layerEmpty'] : null;
  }
}

/** The capture of a download, when it still has the requested version. */
export async function findLayer(
  db: Db,
  { siteId, modeltypeId, modelFilepath }: DownloadRow,
): Promise<{ captureId: number; version: HeldVersion } | null> {
  if (modeltypeId === null || modelFilepath === null) return null;
  const isLayer = and(
    eq(captures.siteId, siteId),
    eq(captures.modeltypeId, modeltypeId),
    eq(captures.filepath, modelFilepath),
  );
  const [row] = await db.select({ captureId: captures.id }).from(captures).where(isLayer);
  const version = heldVersion(modelFilepath);
  return row && version ? { captureId: row.captureId, version } : null;
}

/** The data of the layer's object tree about objects, by their numbers. */
export async function namesOf(db: Db, captureId: number, layerIds: readonly number[]): Promise<Map<number, TreeNames>> {
  const names = new Map<number, TreeNames>();
  const [tree] = await db.select({ id: cadTrees.id }).from(cadTrees).where(eq(cadTrees.captureId, captureId));
  if (!tree) return names;
  const { batchId, name, path, guid, tags } = cadItems;
  for (let from = 0; from < layerIds.length; from += NAMES_AT_ONCE) {
    const wanted = layerIds.slice(from, from + NAMES_AT_ONCE);
    const rows = await db
      .select({ batchId, name, path, guid, tags })
      .from(cadItems)
      .where(and(eq(cadItems.treeId, tree.id), inArray(batchId, wanted)));
    for (const { batchId: id, ...row } of rows) names.set(id!, row);
  }
  return names;
}
