/** Reads the feature tables of a GeoPackage (OGC 12-128r19): shapes, columns and coordinate systems. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { WKBLoader } from '@loaders.gl/wkt';
import { FEATURES_AT_MOST } from './file-content.ts';
import { givenName } from './given-name.ts';
import { type LeftOutPart, UnusablePartError } from './left-out.ts';
import { SqliteFile, type SqliteTable, type SqliteValue } from './sqlite-tables.ts';
import { LOADER_TYPES } from '@overlook/engine/library-types';

export interface GeopackageLayer {
  /** A GeoJSON FeatureCollection in the units of `crs`. */
  readonly collection: { readonly type: 'FeatureCollection'; readonly features: readonly object[] };
  /** `EPSG:n` or WKT; null if it is undefined. */
  readonly crs: string | null;
  readonly leftOut: readonly LeftOutPart[];
}

export const GeopackageLoader: LoaderWithParser = {
  ...LOADER_TYPES,
  name: 'GeoPackage',
  id: 'geopackage',
  module: 'geopackage',
  version: '1',
  extensions: ['gpkg'],
  mimeTypes: ['application/geopackage+sqlite3'],
  options: {},
  parse: async (bytes) => readGeopackage(new Uint8Array(bytes)),
};

type Row = Readonly<Record<string, SqliteValue>>;

function readGeopackage(bytes: Uint8Array): GeopackageLayer[] {
  const file = new SqliteFile(bytes);
  const geometries = rowsOf(file, 'gpkg_geometry_columns');
  const systems = new Map(rowsOf(file, 'gpkg_spatial_ref_sys').map((row) => [row['srs_id'], row]));
  return geometries.flatMap(({ table_name: name, column_name: column, srs_id: id }) => {
    const table = file.table(String(name));
    if (!table) return [];
    const { features, leftOut } = featuresOf(table, String(column), String(name));
    return [{ collection: { type: 'FeatureCollection' as const, features }, crs: crsOf(systems.get(id)), leftOut }];
  });
}

function rowsOf(file: SqliteFile, name: string): Row[] {
  const table = file.table(name);
  if (!table) throw new Error(`It has no table ${name}.`);
  return Array.from(table.rows, (values) => Object.fromEntries(table.columns.map((key, i) => [key, values[i]!])));
}

function crsOf(row: Row | undefined): string | null {
  if (!row || Number(row['srs_id']) <= 0) return null;
  const { organization, organization_coordsys_id: code, definition } = row;
  return /^epsg$/i.test(String(organization)) ? `EPSG:${code}` : String(definition);
}

function featuresOf({ columns, rows }: SqliteTable, geometryColumn: string, tableName: string) {
  const at = columns.findIndex((name) => name.toLowerCase() === geometryColumn.toLowerCase());
  const features: object[] = [];
  const leftOut: LeftOutPart[] = [];
  let index = 0;
  for (const values of rows) {
    index++;
    // One feature above the limit is enough to reject the file.
    if (features.length > FEATURES_AT_MOST) break;
    const known = columns.flatMap((name, i) => {
      const value = values[i];
      return i === at || value instanceof Uint8Array ? [] : [[name, value] as const];
    });
    const properties = Object.fromEntries(known);
    const where = () =>
      `Row ${index} of ${tableName}${givenName(properties) === null ? '' : ` (${givenName(properties)})`}`;
    try {
      const blob = values[at];
      const geometry = blob instanceof Uint8Array ? geometryOf(blob) : null;
      features.push({ type: 'Feature', geometry, properties });
    } catch (error) {
      leftOut.push({ where: where(), reason: error instanceof UnusablePartError ? error.message : DAMAGED });
    }
  }
  return { features, leftOut };
}

const DAMAGED = 'Its geometry is damaged.';

/** Size of the envelope by its code, bytes (table 4 of the standard). */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];
const EMPTY = 0b1_0000;
const EXTENDED = 0b10_0000;

/** Returns the GeoJSON geometry of a GeoPackage geometry; null for an empty one. */
function geometryOf(blob: Uint8Array): object | null {
  const [g, p, , flags = 0] = blob;
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (g !== 0x47 || p !== 0x50 || envelope === undefined || flags & EXTENDED) throw new UnusablePartError(DAMAGED);
  if (flags & EMPTY) return null;
  const wkb = blob.slice(8 + envelope).buffer;
  const unsupported = unsupportedType(new DataView(wkb));
  // GeoJSON has no such type; it is named with the features that are left out.
  return unsupported === null ? WKBLoader.parseSync(wkb) : { type: unsupported };
}

/** Types of ISO WKB (13249-3) that GeoJSON does not have, by their code without Z and M. */
const UNSUPPORTED: Readonly<Record<number, string>> = {
  8: 'CircularString',
  9: 'CompoundCurve',
  10: 'CurvePolygon',
  11: 'MultiCurve',
  12: 'MultiSurface',
  13: 'Curve',
  14: 'Surface',
  15: 'PolyhedralSurface',
  16: 'TIN',
  17: 'Triangle',
};

const unsupportedType = (wkb: DataView): string | null =>
  UNSUPPORTED[(wkb.getUint32(1, wkb.getUint8(0) === 1) & 0x0fff_ffff) % 1000] ?? null;
