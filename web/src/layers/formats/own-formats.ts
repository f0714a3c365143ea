/** The file formats that the viewer reads itself, in addition to point clouds and models. */
import { type AnyFormat, defineFormat, type FormatLoader } from './format-definition.ts';
import { CSV, GEOJSON, GEOPACKAGE, KML, OBJ, PLY, SHAPEFILE } from './format-kinds.ts';
import type { GeopackageLayer } from './geopackage.ts';
import { loaders } from './loaders.ts';
import type { ZippedShapes } from './shapefile-zip.ts';

export const FORMATS: readonly AnyFormat[] = [
  defineFormat<unknown>({
    ...GEOJSON,
    loader: loaders.json,
    content: (geojson) => ({ kind: 'geojson', geojson }),
  }),
  defineFormat<unknown>({ ...KML, loader: loaders.kml, content: (geojson) => ({ kind: 'geojson', geojson }) }),
  defineFormat({ ...CSV, loader: loaders.csv, options: { shape: 'object-row-table', header: true } }),
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
  defineFormat({ ...OBJ, loader: loaders.obj }),
  defineFormat({ ...PLY, loader: loaders.ply }),
];
