/** Which files are read as layers: what the page knows of formats whose readers run in a worker. */

const MIB = 1024 * 1024;

export interface FormatKind {
  /** Lower-case letters and digits. */
  readonly id: string;
  readonly title: string;
  /** Ends of names, in lower case and without a point. */
  readonly extensions: readonly string[];
  /** A larger file is refused before it is read. */
  readonly largestBytes: number;
}

const kind = (id: string, title: string, extensions: readonly string[], largestMib: number): FormatKind => ({
  id,
  title,
  extensions,
  largestBytes: largestMib * MIB,
});

export const GEOJSON = kind('geojson', 'GeoJSON', ['geojson', 'json'], 128);
export const KML = kind('kml', 'KML', ['kml'], 32);
export const CSV = kind('csv', 'CSV', ['csv', 'tsv'], 64);
export const SHAPEFILE = kind('shapefile', 'Shapefile', ['zip'], 64);
export const GEOPACKAGE = kind('geopackage', 'GeoPackage', ['gpkg'], 128);
export const OBJ = kind('obj', 'OBJ', ['obj'], 128);
export const PLY = kind('ply', 'PLY', ['ply'], 128);

export const FORMAT_KINDS: readonly FormatKind[] = [GEOJSON, KML, CSV, SHAPEFILE, GEOPACKAGE, OBJ, PLY];

/** The kind among these of a file by the end of its name; null for none. */
export function kindOf<Kind extends FormatKind>(kinds: readonly Kind[], fileName: string): Kind | null {
  const end = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return kinds.find(({ extensions }) => extensions.includes(end)) ?? null;
}
