/** Reads the Shapefiles (ESRI, 1998) of a ZIP archive: shapes, attribute table and coordinate system. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { dbfRows, type DbfRow, languageDriverOf } from './dbf-table.ts';
import { FEATURES_AT_MOST } from './file-content.ts';
import type { LeftOutPart } from './left-out.ts';
import { isShapeFile, shapesOf } from './shp-shapes.ts';
import { textEncoding } from './text-encoding.ts';
import { LOADER_TYPES } from '@overlook/engine/library-types';
import { fileNames, openZipped, unpackedFiles } from './zipped-files.ts';

export interface ZippedShapes {
  /** A GeoJSON FeatureCollection in the units of `prj`. */
  readonly collection: { readonly type: 'FeatureCollection'; readonly features: readonly unknown[] };
  /** Text of the `.prj` file; null without one. */
  readonly prj: string | null;
  readonly leftOut: readonly LeftOutPart[];
  /** Sentences for users. */
  readonly notes: readonly string[];
}

const PARTS = /\.(?:shp|dbf|prj|cpg)$/i;
/** Maximum total size of the unpacked parts: the compression ratio of an archive may be 1000. */
const UNPACKED_AT_MOST_MIB = 256;

export const ShapefileZipLoader: LoaderWithParser = {
  ...LOADER_TYPES,
  name: 'Shapefile in a ZIP archive',
  id: 'shapefile-zip',
  module: 'shapefile',
  version: '1',
  extensions: ['zip'],
  mimeTypes: ['application/zip'],
  options: {},
  parse: (bytes) => readShapes(bytes),
};

async function readShapes(bytes: ArrayBuffer): Promise<ZippedShapes> {
  const archive = await openZipped(bytes);
  const paths = new Map(fileNames(archive, PARTS).map((path) => [path.split('/').at(-1)!.toLowerCase(), path]));
  const shapes = [...paths.keys()].filter((name) => name.endsWith('.shp'));
  if (shapes.length !== 1) throw new Error(`It has ${shapes.length || 'no'} files of shapes (.shp); one is shown.`);
  const [name] = shapes as [string];
  const pathOf = (end: string) => paths.get(name.replace(/shp$/, end));
  const files = await unpackedFiles(
    archive,
    ['shp', 'dbf', 'prj', 'cpg'].flatMap((end) => pathOf(end) ?? []),
    UNPACKED_AT_MOST_MIB,
  );
  const beside = (end: string) => files.get(pathOf(end) ?? '') ?? null;
  const textBeside = (end: string) => {
    const file = beside(end);
    return file && new TextDecoder().decode(file);
  };
  const data = beside('shp')!;
  if (!isShapeFile(data)) throw new Error(`${name} in it is no file of shapes.`);
  const table = beside('dbf') ?? new Uint8Array();
  const { decode, note } = textEncoding(textBeside('cpg'), table, languageDriverOf(table));
  const rows = table.length === 0 ? [] : dbfRows(table, decode);
  return { ...featuresOf(data, rows), prj: textBeside('prj'), notes: note === null ? [] : [note] };
}

/** A row belongs to the shape with its index. Deleted rows are no part of the data. */
function featuresOf(data: Uint8Array, rows: readonly DbfRow[]): Pick<ZippedShapes, 'collection' | 'leftOut'> {
  const features: object[] = [];
  const leftOut: LeftOutPart[] = [];
  let index = 0;
  for (const shape of shapesOf(data)) {
    const row = rows[index++];
    if (row?.isDeleted) continue;
    if ('problem' in shape) leftOut.push({ where: `Shape ${index}`, reason: shape.problem });
    else features.push({ type: 'Feature', geometry: shape.geometry, properties: row?.properties ?? {} });
    // One feature above the limit is enough to reject the file.
    if (features.length + leftOut.length > FEATURES_AT_MOST) break;
  }
  return { collection: { type: 'FeatureCollection', features }, leftOut };
}
