import { type ConvertedCad, convertCad, inModels, modelFiles } from './convert/convert-cad.ts';
import { type ImportRequest, sourcesOf } from './import-request.ts';
import type { ImportContext } from './import-site.ts';
import type { LayerName } from './layers.ts';
import { type ConvertedPoints, convertPoints, inPoints } from './points/convert-points.ts';
import { findPointFiles } from './points/find-point-files.ts';
import { MEMORY_MB } from './process/limited-process.ts';
import { nodeFs } from './store/publish-fs.ts';

/** Temporary layers of a request that were converted from files of other kinds. */
export interface ConvertedSources {
  readonly cad: ConvertedCad | null;
  readonly points: ConvertedPoints | null;
  /** The request's layers, with folders of tiles for the converted ones. */
  readonly layers: ImportRequest['layers'];
  /** The omitted parts, one sentence each. */
  readonly warnings: readonly string[];
  /** Runs a step over a layer, whose files may be converted ones, and names the original files in errors. */
  inLayer<T>(layer: LayerName, step: () => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** Converts CAD models and point clouds of a request. Throws `ImportRefusedError` and then leaves no files. */
export async function convertSources(request: ImportRequest, context: ImportContext): Promise<ConvertedSources> {
  const cad = await convertModels(request, context);
  const points = await convertClouds(request, context).catch(async (error: unknown) => {
    await cad?.remove();
    throw error;
  });
  return {
    cad,
    points,
    layers: {
      ...request.layers,
      ...(cad ? { cad: cad.folder } : {}),
      ...(points ? { points: points.tilesFolder } : {}),
    },
    warnings: [...(points?.warnings ?? []), ...(cad?.warnings ?? [])],
    inLayer(layer, step) {
      if (layer === 'cad' && cad) return inModels(cad, step);
      return layer === 'points' && points ? inPoints(points, step) : step();
    },
    async remove() {
      await points?.remove();
      await cad?.remove();
    },
  };
}

/** The CAD layer's models as a tileset; null where it is already a tileset, or there is none. */
async function convertModels(request: ImportRequest, context: ImportContext): Promise<ConvertedCad | null> {
  const models = await modelFiles(sourcesOf(request.layers.cad));
  if (!models) return null;
  const { filesDir, fs = nodeFs, signal, convertMemoryMb = MEMORY_MB, onProgress } = context;
  return convertCad(models, {
    filesDir,
    fs,
    place: request.at ? (request.replacePosition ? 'replaced' : 'given') : 'own',
    memoryMb: convertMemoryMb,
    signal,
    onProgress: (progress) => onProgress?.({ phase: 'converting', layer: 'cad', ...progress }),
  });
}

/** The points layer's clouds as a tileset and an exact store; null where it is a tileset, or there is none. */
async function convertClouds(request: ImportRequest, context: ImportContext): Promise<ConvertedPoints | null> {
  const { layers, crs, altitudes, at, replacePosition } = request;
  const found = layers.points === undefined ? null : await findPointFiles(layers.points);
  if (!found) return null;
  const { filesDir, fs = nodeFs, signal, convertMemoryMb = MEMORY_MB, onProgress } = context;
  return convertPoints(found, {
    filesDir,
    fs,
    place: { crs, altitudes, at, replacePosition },
    memoryMb: convertMemoryMb,
    signal,
    onProgress: ({ step, points, total }) =>
      onProgress?.({ phase: 'building points', layer: 'points', step, done: points, total }),
  });
}
