import path from 'node:path';
import { numberText } from '@overlook/shared/format';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { centreOf, medianOf } from '../bounds.ts';
import { inFile } from '../../errors/import-refused.ts';
import { listed } from '../../errors/listed.ts';
import { TREE_FILE } from '../object-tree/tree-format.ts';
import { type CadLayer, combineModels, type SourceModel } from './cad-layer.ts';
import type { CadReader, CadReaderOptions } from './cad-model.ts';
import { readGltfModel } from './gltf/read-gltf.ts';
import { unpackIfcZip } from './ifc/unpack-ifczip.ts';
import { withUtf8Texts } from './ifc/utf8-texts.ts';
import { type ModelEnding, modelEnding } from './model-kinds.ts';
import { writeTileset } from './tiles/write-tileset.ts';
import { writeTree } from './write-tree.ts';

/** The progress of a conversion; `total` is null where it is not known. */
export interface ConvertProgress {
  readonly step: 'reading' | 'tiling' | 'writing tree';
  readonly done: number;
  readonly total: number | null;
}

/** The source of the position on the earth: the models, the operator, or the operator even where the models have one. */
export type PlaceRule = 'own' | 'given' | 'replaced';

export interface ConvertOptions extends CadReaderOptions {
  readonly place: PlaceRule;
  readonly onProgress: (progress: ConvertProgress) => void;
}

/** Loads web-ifc only for IFC: that takes longer than many a glTF file. */
const readIfc: CadReader = async (...input) => (await import('./ifc/read-ifc.ts')).readIfc(...input);

const READERS: Readonly<Record<ModelEnding, CadReader>> = {
  '.glb': readGltfModel,
  '.gltf': readGltfModel,
  '.ifc': readIfc,
  '.ifczip': readIfc,
};

/**
 * Converts model files to a folder that can be published as a CAD layer: `tileset.json`, its tiles and `tree.jsonl`.
 * `sources` are files with a model's ending. Resolves to the omitted parts, one sentence each. Throws
 * `ImportRefusedError`.
 */
export async function convertFiles(
  sources: readonly string[],
  folder: string,
  { place, onProgress, ...readerOptions }: ConvertOptions,
): Promise<string[]> {
  const models: SourceModel[] = [];
  for (const source of sources) {
    const file = path.basename(source);
    const model = await inFile(file, async () =>
      READERS[modelEnding(source)!](
        await readableModel(source, folder),
        (progress) => onProgress({ step: 'reading', ...progress }),
        readerOptions,
      ),
    );
    models.push({ ...model, file });
  }
  const names = listed(sources.map((source) => path.basename(source)));
  const layer = await inFile(names, () => combineModels(models));
  await inFile(names, () =>
    checkPlace(
      layer,
      place,
      models.flatMap(({ unplaced }) => unplaced ?? []),
    ),
  );
  await writeTileset(folder, layer.parts, layer.geometries, {
    toEcef: layer.toEcef,
    onTile: (done, total) => onProgress({ step: 'tiling', done, total }),
  });
  await writeTree(path.join(folder, TREE_FILE), layer, (done, total) =>
    onProgress({ step: 'writing tree', done, total }),
  );
  return [...layer.warnings];
}

/** The model's file itself, or a readable copy of it below the folder that is removed afterwards. */
async function readableModel(source: string, folder: string): Promise<string> {
  const ending = modelEnding(source);
  if (ending !== '.ifc' && ending !== '.ifczip') return source;
  const ifc = ending === '.ifczip' ? await unpackIfcZip(source, path.join(folder, 'unpacked')) : source;
  return withUtf8Texts(ifc, path.join(folder, 'utf-8'));
}

/** Metres: coordinates farther from their origin are those of a map. */
const LOCAL_MOST_M = 10_000;
const MAP_COORDINATES =
  'Its coordinates look like map coordinates: give their system with --crs EPSG:n in place of --at (IFC only), or move it to its origin.';

/** Refuses early, before the long work, instead of after it. `reasons` say why the models have no place. */
function checkPlace({ toEcef, parts }: CadLayer, place: PlaceRule, reasons: readonly string[]): void {
  if (toEcef) {
    if (place !== 'given') return;
    throw new MalformedContentError('', 'has a position of its own. Omit --at, or add --replace-position to move it.');
  }
  const awayM = Math.hypot(...medianOf(parts.map(({ box }) => centreOf(box))));
  if (place === 'own')
    throw new MalformedContentError(
      '',
      [
        'has no position on the earth.',
        ...reasons,
        awayM > LOCAL_MOST_M
          ? MAP_COORDINATES
          : 'Give its position with --at longitude,latitude,height[,heading], or for IFC the system of its map with --crs EPSG:n.',
      ].join(' '),
    );
  if (awayM > LOCAL_MOST_M)
    throw new MalformedContentError(
      '',
      `lies ${numberText(awayM / 1000, 0)} km from the origin of its file. ${MAP_COORDINATES}`,
    );
}
