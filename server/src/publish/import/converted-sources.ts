import { isArchive, unpackLayer } from '../archives/unpack-layer.ts';
import { type ConvertedCad, convertCad, inModels, modelFiles } from '../convert/convert-cad.ts';
import { type ImportRequest, sourcesOf } from '../import-request.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import type { ImportSurroundings } from './import-context.ts';
import { LAYER_NAMES, type LayerName } from '../../storage/layers.ts';
import type { SiteSystem } from '../../pointclouds/crs/site-system.ts';
import { findSiteSystem } from '../register/site-system.ts';
import { findBase } from './find-base.ts';
import { type ConvertedPoints, convertPoints, inPoints } from '../points/convert-points.ts';
import { findPointFiles } from '../points/find-point-files.ts';
import type { WorkFolder } from '../store/work-folder.ts';

/** Temporary layers of a request that were converted from files of other kinds, or unpacked. */
export interface ConvertedSources {
  readonly cad: ConvertedCad | null;
  readonly points: ConvertedPoints | null;
  /** The request's layers, with folders of tiles for the converted and unpacked ones. */
  readonly layers: ImportRequest['layers'];
  /** The omitted parts, one sentence each. */
  readonly warnings: readonly string[];
  /** Runs a step over a layer, whose files may be converted ones, and names the original files in errors. */
  inLayer<T>(layer: LayerName, step: () => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** Unpacks archives and converts CAD models and point clouds of a request. Throws `ImportRefusedError` and then leaves no files. */
export async function convertSources(
  request: ImportRequest,
  surroundings: ImportSurroundings,
): Promise<ConvertedSources> {
  const made: { remove(): Promise<void> }[] = [];
  const remove = async () => {
    for (const one of made) await one.remove();
  };
  const keep = <T extends { remove(): Promise<void> }>(one: T | null): T | null => {
    if (one) made.push(one);
    return one;
  };
  try {
    const unpacked: Partial<Record<LayerName, string>> = {};
    for (const layer of LAYER_NAMES) {
      const folder = keep(await unpackSource(layer, request, surroundings));
      if (folder) unpacked[layer] = folder.folder;
    }
    const cad = keep(await convertModels(request, surroundings));
    const points = keep(await convertClouds(request, surroundings, keep));
    return { ...sourcesWith(request, unpacked, cad, points), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const sourcesWith = (
  request: ImportRequest,
  unpacked: Partial<Record<LayerName, string>>,
  cad: ConvertedCad | null,
  points: ConvertedPoints | null,
): Omit<ConvertedSources, 'remove'> => ({
  cad,
  points,
  layers: {
    ...request.layers,
    ...unpacked,
    ...(cad ? { cad: cad.folder } : {}),
    ...(points ? { points: points.tilesFolder } : {}),
  },
  warnings: [...(points?.warnings ?? []), ...(cad?.warnings ?? [])],
  inLayer(layer, step) {
    if (layer === 'cad' && cad) return inModels(cad, step);
    return layer === 'points' && points ? inPoints(points, step) : step();
  },
});

/** The unpacked 3D Tiles archive of a layer; null where its source is something else, or one of several. */
async function unpackSource(
  layer: LayerName,
  { layers }: ImportRequest,
  surroundings: ImportSurroundings,
): Promise<WorkFolder | null> {
  const [source, ...more] = sourcesOf(layers[layer]);
  if (source === undefined || more.length > 0 || !isArchive(source)) return null;
  const { filesDir, fs, signal, memoryMb, onProgress } = surroundings;
  return unpackLayer(source, {
    filesDir,
    fs,
    memoryMb,
    signal,
    onProgress: (progress) => onProgress({ phase: 'unpacking', layer, ...progress }),
  });
}

/** The site's system for files that state none; null where the request says where they are. */
const systemFor = async ({ slug, crs, at }: ImportRequest, { db }: ImportSurroundings): Promise<SiteSystem | null> =>
  crs === undefined && !at ? findSiteSystem(db, slug) : null;

/** The CAD layer's models as a tileset; null where it is already a tileset, or there is none. */
async function convertModels(request: ImportRequest, surroundings: ImportSurroundings): Promise<ConvertedCad | null> {
  const models = await modelFiles(sourcesOf(request.layers.cad));
  if (!models) return null;
  const { filesDir, fs, signal, memoryMb, onProgress } = surroundings;
  return convertCad(models, {
    filesDir,
    fs,
    place: request.at ? (request.replacePosition ? 'replaced' : 'given') : 'own',
    crs: request.crs,
    altitudes: request.altitudes,
    siteSystem: await systemFor(request, surroundings),
    memoryMb,
    signal,
    onProgress: (progress) => onProgress({ phase: 'converting', layer: 'cad', ...progress }),
  });
}

/** The points layer's clouds as a tileset and an exact store; null where it is a tileset, or there is none. */
async function convertClouds(
  request: ImportRequest,
  surroundings: ImportSurroundings,
  keep: <T extends { remove(): Promise<void> }>(one: T) => T | null,
): Promise<ConvertedPoints | null> {
  const { slug, layers, crs, altitudes, at, replacePosition, withoutPictures, part, onto, within } = request;
  const found = layers.points === undefined ? null : await findPointFiles(layers.points);
  if (!found && part)
    throw new ImportRefusedError(
      layers.points!,
      '',
      'is no point cloud: a part is of points, not of tiles. Omit --part.',
    );
  if (!found) return null;
  const { filesDir, fs, signal, memoryMb, onProgress } = surroundings;
  const { remove, ...base } = await findBase(surroundings, slug, part ? { onto: onto ?? null } : null);
  // Its files are needed until the import has ended.
  keep({ remove });
  return convertPoints(found, {
    filesDir,
    fs,
    base,
    part: part ? { within: within ?? null } : null,
    place: { crs, altitudes, at, replacePosition, siteSystem: await systemFor(request, surroundings) },
    withPictures: withoutPictures !== true,
    memoryMb,
    signal,
    onProgress: ({ step, points, total }) =>
      onProgress({ phase: 'building points', layer: 'points', step, done: points, total }),
  });
}
