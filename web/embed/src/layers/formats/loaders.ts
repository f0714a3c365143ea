/** Loaders of loaders.gl that the viewer provides. Each is fetched when a file needs it. */
import type { FormatLoader } from './format-definition.ts';

// The types of the loaders have options that the common type lacks.
const as = (loader: unknown): FormatLoader => loader as FormatLoader;

/** For the `loader` of a format. A format may bring other loaders of the catalogue in its own files. */
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
