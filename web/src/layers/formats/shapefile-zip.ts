/** Reads the Shapefiles (ESRI, 1998) of a ZIP archive: shapes, attribute table and coordinate system. */
import { parse } from '@loaders.gl/core';
import type { LoaderWithParser } from '@loaders.gl/core';
import { ShapefileLoader } from '@loaders.gl/shapefile';
import { unzipSync } from 'fflate';

export interface ZippedShapes {
  /** A GeoJSON FeatureCollection in the units of `prj`. */
  readonly collection: { readonly type: 'FeatureCollection'; readonly features: readonly unknown[] };
  /** Text of the `.prj` file; null without one. */
  readonly prj: string | null;
}

const PARTS = /\.(?:shp|shx|dbf|prj|cpg)$/i;
/** Maximum total size of the unpacked parts: the compression ratio of an archive may be 1000. */
const UNPACKED_AT_MOST = 256 * 1024 * 1024;
/** File code at byte 0 of a .shp file, big-endian (page 3). */
const SHAPE_FILE_CODE = 9994;

export const ShapefileZipLoader: LoaderWithParser = {
  // A type without a value, as in all loaders of loaders.gl.
  dataType: null as never,
  batchType: null as never,
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
  const files = unpack(bytes);
  const shapes = [...files.keys()].filter((name) => name.endsWith('.shp'));
  if (shapes.length !== 1) throw new Error(`It has ${shapes.length || 'no'} files of shapes (.shp); one is shown.`);
  const [name] = shapes as [string];
  const data = files.get(name)!;
  if (data.length < 100 || new DataView(data.buffer, data.byteOffset).getInt32(0) !== SHAPE_FILE_CODE)
    throw new Error(`${name} in it is no file of shapes.`);
  const beside = (end: string) => files.get(name.replace(/shp$/, end));
  const fetchBeside = async (url: RequestInfo | URL): Promise<Response> => {
    const file = files.get(String(url));
    return file ? new Response(file as Uint8Array<ArrayBuffer>) : new Response(null, { status: 404 });
  };
  const options = { worker: false, fetch: fetchBeside, shapefile: { shape: 'geojson-table' } };
  const context = { url: name, filename: name, baseUrl: '', fetch: fetchBeside, _parse: parse } as never;
  const buffer = data.slice().buffer;
  const collection = (await parse(buffer, ShapefileLoader, options as never, context)) as ZippedShapes['collection'];
  const prj = beside('prj');
  return { collection, prj: prj ? new TextDecoder().decode(prj) : null };
}

/** Returns the Shapefile parts of an archive by their lower-case names without folders. */
function unpack(bytes: ArrayBuffer): Map<string, Uint8Array> {
  let size = 0;
  const isPart = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!PARTS.test(name) || name.startsWith('__MACOSX')) return false;
    size += originalSize;
    if (size > UNPACKED_AT_MOST) throw new Error('Unpacked it is larger than 256 MiB.');
    return true;
  };
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(new Uint8Array(bytes), { filter: isPart });
  } catch (error) {
    const isOurs = error instanceof Error && error.message.startsWith('Unpacked');
    throw isOurs ? error : new Error('It is no ZIP archive, or a damaged one.', { cause: error });
  }
  return new Map(Object.entries(entries).map(([name, data]) => [name.split('/').at(-1)!.toLowerCase(), data]));
}
