/** Formats of maps: GeoJSON, KML, CSV with positions, Shapefiles in one ZIP archive, and GeoPackages. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { FEATURES_AT_MOST } from './file-content.ts';
import { contentOfGeoJson, statedCrs } from './geojson-content.ts';
import { defineFormat } from './format-definition.ts';
import { CSV, GEOJSON, GEOPACKAGE, KML, SHAPEFILE } from './format-kinds.ts';
import type { GeopackageLayer } from './geopackage.ts';
import { contentOfTable, type TableRow } from './table-content.ts';
import type { ZippedShapes } from './shapefile-zip.ts';

export const geojsonFormat = defineFormat<unknown>({
  ...GEOJSON,
  loader: async () => (await import('@loaders.gl/core')).JSONLoader as LoaderWithParser,
  async content(parsed, places) {
    const { placeOf, crsName } = await places.open(statedCrs(parsed), 'degrees');
    return contentOfGeoJson(parsed, placeOf, crsName);
  },
});

export const kmlFormat = defineFormat<unknown>({
  ...KML,
  loader: async () => (await import('@loaders.gl/kml')).KMLLoader as LoaderWithParser,
  async content(parsed, places) {
    const { placeOf, crsName } = await places.open(null, 'degrees');
    return contentOfGeoJson(parsed, placeOf, crsName);
  },
});

export const csvFormat = defineFormat<{ data: readonly TableRow[] }>({
  ...CSV,
  loader: async () => (await import('@loaders.gl/csv')).CSVLoader as LoaderWithParser,
  options: { shape: 'object-row-table', header: true },
  content: ({ data }, places) => contentOfTable(data, places),
});

export const shapefileFormat = defineFormat<ZippedShapes>({
  ...SHAPEFILE,
  loader: async () => (await import('./shapefile-zip.ts')).ShapefileZipLoader,
  async content({ collection, prj }, places) {
    const { placeOf, crsName } = await places.open(prj, 'degrees');
    return contentOfGeoJson(collection, placeOf, crsName);
  },
});

export const geopackageFormat = defineFormat<readonly GeopackageLayer[]>({
  ...GEOPACKAGE,
  loader: async () => (await import('./geopackage.ts')).GeopackageLoader,
  async content(layers, places) {
    const filled = layers.filter(({ collection }) => collection.features.length > 0);
    if (filled.length === 0) throw new Error('It has no features.');
    const contents = [];
    for (const { collection, crs } of filled) {
      const { placeOf, crsName } = await places.open(crs, 'degrees');
      contents.push(contentOfGeoJson(collection, placeOf, crsName));
    }
    const features = contents.flatMap((content) => content.features);
    if (features.length > FEATURES_AT_MOST) throw new Error(`It has more than ${FEATURES_AT_MOST} features.`);
    return { kind: 'features', features, crsName: [...new Set(contents.map(({ crsName }) => crsName))].join(', ') };
  },
});
