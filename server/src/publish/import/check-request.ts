import path from 'node:path';
import { invalid } from '../../errors/app-error.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { type ImportRequest, sourcesOf } from '../import-request.ts';
import type { ConvertedSources } from './converted-sources.ts';
import type { ImportSurroundings } from './import-context.ts';
import { LAYER_NAMES, type LayerName } from '../../storage/layers.ts';
import type { CheckedTree } from '../object-tree/check-tree.ts';
import { TREE_FILE } from '../object-tree/tree-format.ts';
import { checkTreeInProcess } from '../object-tree/tree-process.ts';
import type { CheckedLayer } from '../check/check-layer.ts';
import { checkInProcess } from '../check/check-process.ts';

/** Checks the sources of all layers; none where the request has only photos. Throws `ImportRefusedError`. */
export async function checkLayers(
  request: ImportRequest,
  surroundings: ImportSurroundings,
  { inLayer, points }: ConvertedSources,
): Promise<CheckedLayer[]> {
  const layers = LAYER_NAMES.flatMap((layer) => {
    const [source, ...more] = sourcesOf(request.layers[layer]);
    if (more.length > 0) throw invalid('Several sources of a CAD layer have to be models that are converted.');
    return source ? [[layer, source] as const] : [];
  });
  // Layers that may be converted are last and alone, because a refusal may have to name their files.
  const alone: readonly LayerName[] = points ? ['points', 'cad'] : ['cad'];
  const together = layers.filter(([layer]) => !alone.includes(layer));
  const checked = together.length > 0 ? await checkSources(together, request, surroundings) : [];
  for (const [layer, source] of layers.filter(([name]) => alone.includes(name))) {
    // Converted points have the given place.
    const place = layer === 'points' ? {} : request;
    checked.push(...(await inLayer(layer, () => checkSources([[layer, source]], place, surroundings))));
  }
  return checked;
}

function checkSources(
  layers: readonly (readonly [layer: LayerName, source: string])[],
  { at, replacePosition }: Pick<ImportRequest, 'at' | 'replacePosition'>,
  { onProgress, signal, memoryMb }: ImportSurroundings,
): Promise<CheckedLayer[]> {
  onProgress({ phase: 'checking', layer: layers[0]![0], done: 0, total: null });
  return checkInProcess(
    { layers, at, replacePosition },
    {
      memoryMb,
      signal,
      onProgress: (progress) => onProgress({ phase: 'checking', ...progress, total: null }),
    },
  );
}

/** The tree beside the CAD layer's tileset; null where there is none. */
export async function checkCadTree(
  { properties: files }: ImportRequest,
  checked: readonly CheckedLayer[],
  workFolder: string | null,
  { onProgress, signal, memoryMb }: ImportSurroundings,
): Promise<CheckedTree | null> {
  const layer = checked.find((one) => one.layer === 'cad');
  if (!layer) return null;
  if (!(await layer.folder.has(TREE_FILE))) {
    if (workFolder !== null)
      throw new ImportRefusedError(TREE_FILE, '', 'is missing: properties are for the objects of a tree.');
    return null;
  }
  const properties =
    workFolder === null ? null : { files: sourcesOf(files), target: path.join(workFolder, 'more.jsonl') };
  return checkTreeInProcess(
    { file: layer.folder.absolute(TREE_FILE), toEcef: layer.toEcef, properties },
    {
      memoryMb,
      signal,
      onProgress: ({ done }) => onProgress({ phase: 'reading tree', layer: 'cad', done, total: null }),
    },
  );
}
