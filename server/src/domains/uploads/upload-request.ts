import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { UploadPart } from '@overlook/shared/schemas';
import { isArchive } from '../../publish/archives/unpack-layer.ts';
import { modelEnding } from '../../publish/convert/model-kinds.ts';
import type { ImportRequest } from '../../publish/import-request.ts';
import { LAYER_NAMES } from '../../storage/layers.ts';
import { partFolder, readUploadList } from '../../storage/uploads/upload-folder.ts';
import type { UploadRow } from './find-upload.ts';

/** The request that imports a delivery: where its parts lie, and what the person has stated. */
export async function uploadRequest(
  folder: string,
  { options }: Pick<UploadRow, 'options'>,
  slug: string,
): Promise<ImportRequest> {
  const parts = await filesOfParts(folder);
  const inPart = (part: UploadPart, name: string) => path.join(partFolder(folder, part), name);
  const all = (part: UploadPart) => parts.get(part)?.map((name) => inPart(part, name));
  /** A single archive, models, or the folder of the part. */
  const sourceOf = (part: UploadPart): string | string[] | undefined => {
    const names = parts.get(part);
    if (!names) return undefined;
    if (names.length === 1 && isArchive(names[0]!)) return inPart(part, names[0]!);
    const models = part === 'cad' ? names.filter((name) => modelEnding(name)) : [];
    if (models.length > 0 && !names.includes('tileset.json')) return models.map((name) => inPart(part, name));
    return partFolder(folder, part);
  };
  const photoTable = all('photoTable')?.[0];
  const properties = all('properties');
  return {
    slug,
    layers: Object.fromEntries(LAYER_NAMES.map((layer) => [layer, sourceOf(layer)])) as ImportRequest['layers'],
    ...options,
    ...(parts.has('photos') ? { photos: partFolder(folder, 'photos') } : {}),
    ...(photoTable ? { photoTable } : {}),
    ...(properties ? { properties } : {}),
  };
}

/** The files of each part, without those that a person has left out afterwards. */
async function filesOfParts(folder: string): Promise<ReadonlyMap<UploadPart, string[]>> {
  const parts = new Map<UploadPart, string[]>();
  for (const { part, path: name } of await readUploadList(folder)) {
    const isThere = await stat(path.join(partFolder(folder, part), name)).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const names = parts.get(part);
    if (names) names.push(name);
    else parts.set(part, [name]);
  }
  return parts;
}
