import { defineFormat, loaders } from '/layers/v1/overlook-formats.js';

/** Tracks and waypoints of GPS receivers (GPX 1.1). Their heights are taken as metres above the ellipsoid. */
export default defineFormat({
  id: 'gpx',
  title: 'GPX',
  extensions: ['gpx'],
  mimeTypes: ['application/gpx+xml'],
  largestBytes: 16 * 1024 * 1024,
  loader: loaders.gpx,
  content: (collection) => {
    const features = collection.features.filter(({ geometry }) => geometry !== null);
    if (features.length === 0) throw new Error('It has no tracks and no waypoints.');
    return { kind: 'geojson', geojson: { type: 'FeatureCollection', features } };
  },
});
