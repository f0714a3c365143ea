/** The file formats of the viewer: the part that the page knows; the parsers run in workers. */
import type { FormatKind } from './format-definition.ts';

const MIB = 1024 * 1024;

const kind = (
  id: string,
  title: string,
  extensions: readonly string[],
  mimeTypes: readonly string[],
  largestMib: number,
): FormatKind => ({ id, title, extensions, mimeTypes, largestBytes: largestMib * MIB });

export const GEOJSON = kind(
  'geojson',
  'GeoJSON',
  ['geojson', 'json'],
  ['application/geo+json', 'application/json'],
  128,
);
export const KML = kind(
  'kml',
  'KML',
  ['kml', 'kmz'],
  ['application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kmz'],
  32,
);
export const CSV = kind('csv', 'CSV', ['csv', 'tsv'], ['text/csv', 'text/tab-separated-values'], 64);
export const SHAPEFILE = kind('shapefile', 'Shapefile', ['zip'], ['application/zip'], 64);
export const GEOPACKAGE = kind('geopackage', 'GeoPackage', ['gpkg'], ['application/geopackage+sqlite3'], 128);
export const OBJ = kind('obj', 'OBJ', ['obj'], ['model/obj'], 128);
export const PLY = kind('ply', 'PLY', ['ply'], [], 128);

export const FORMAT_KINDS: readonly FormatKind[] = [GEOJSON, KML, CSV, SHAPEFILE, GEOPACKAGE, OBJ, PLY];

/** Returns the format of a file by its extension, otherwise by its MIME type; null for none. */
export function kindOf<Kind extends FormatKind>(kinds: readonly Kind[], fileName: string, mimeType = ''): Kind | null {
  const end = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const byName = kinds.find(({ extensions }) => extensions.includes(end));
  const [type] = mimeType.toLowerCase().split(';') as [string];
  return byName ?? kinds.find(({ mimeTypes = [] }) => mimeTypes.includes(type.trim())) ?? null;
}
