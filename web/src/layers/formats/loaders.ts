/** Loaders of loaders.gl that come with the viewer, each fetched when a file needs it. */
import type { FormatLoader } from './format-definition.ts';

// The types of loaders name options that the common type does not have.
const as = (loader: unknown): FormatLoader => loader as FormatLoader;

/** For the `loader` of a format. Others of the catalogue come as files of the format. */
export const loaders = {
  json: async () => as((await import('@loaders.gl/core')).JSONLoader),
  csv: async () => as((await import('@loaders.gl/csv')).CSVLoader),
  kml: async () => as((await import('@loaders.gl/kml')).KMLLoader),
  gpx: async () => as((await import('@loaders.gl/kml')).GPXLoader),
  tcx: async () => as((await import('@loaders.gl/kml')).TCXLoader),
  wkt: async () => as((await import('@loaders.gl/wkt')).WKTLoader),
  wkb: async () => as((await import('@loaders.gl/wkt')).WKBLoader),
  obj: async () => as((await import('@loaders.gl/obj')).OBJLoader),
  ply: async () => as((await import('@loaders.gl/ply')).PLYLoader),
} as const;
