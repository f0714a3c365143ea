/** The file formats that the viewer reads itself, in addition to point clouds and models. */
import { type AnyFormat, defineFormat, type FormatLoader } from './format-definition.ts';
import { CSV, GEOJSON, GEOPACKAGE, KML, OBJ, PLY, SHAPEFILE } from './format-kinds.ts';
import type { CsvFile } from './csv-file.ts';
import type { GeopackageLayer } from './geopackage.ts';
import type { KmlFeatures } from './kml-features.ts';
import { loaders } from './loaders.ts';
import type { ZippedShapes } from './shapefile-zip.ts';

export const FORMATS: readonly AnyFormat[] = [
  defineFormat<unknown>({
    ...GEOJSON,
    loader: loaders.json,
    content: (geojson) => ({ kind: 'geojson', geojson }),
  }),
  defineFormat<KmlFeatures>({
    ...KML,
    loader: async () => (await import('./kml-file.ts')).KmlFileLoader as FormatLoader,
    content: ({ collection, leftOut }) => ({ kind: 'geojson', geojson: collection, leftOut, hasAltitudeModes: true }),
  }),
  defineFormat<CsvFile>({
    ...CSV,
    loader: async () => (await import('./csv-file.ts')).CsvFileLoader as FormatLoader,
    content: ({ rows, notes }) => ({ kind: 'table', rows, notes }),
  }),
  defineFormat<ZippedShapes>({
    ...SHAPEFILE,
    loader: async () => (await import('./shapefile-zip.ts')).ShapefileZipLoader as FormatLoader,
    content: ({ collection, prj, leftOut, notes }) => ({
      kind: 'geojson',
      geojson: collection,
      crs: prj,
      leftOut,
      notes,
    }),
  }),
  defineFormat<readonly GeopackageLayer[]>({
    ...GEOPACKAGE,
    loader: async () => (await import('./geopackage.ts')).GeopackageLoader as FormatLoader,
    content: (layers) =>
      layers
        .filter(({ collection, leftOut }) => collection.features.length > 0 || leftOut.length > 0)
        .map(({ collection, crs, leftOut }) => ({ kind: 'geojson' as const, geojson: collection, crs, leftOut })),
  }),
  defineFormat({ ...OBJ, loader: async () => (await import('./obj-faces.ts')).ObjFileLoader as FormatLoader }),
  defineFormat({ ...PLY, loader: loaders.ply }),
];
