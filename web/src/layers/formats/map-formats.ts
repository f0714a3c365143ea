/** Formats of maps: GeoJSON, KML, CSV with positions, and Shapefiles in one ZIP archive. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { contentOfGeoJson, statedCrs } from './geojson-content.ts';
import { defineFormat } from './format-definition.ts';
import { CSV, GEOJSON, KML, SHAPEFILE } from './format-kinds.ts';
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
