import type { FrameDescription } from '../../../pointclouds/frame.ts';

/** A frame for made clouds: UTM zone 32 north with ellipsoidal heights. */
export const UTM_32 = {
  kind: 'projected',
  name: 'WGS 84 / UTM zone 32N',
  proj4: '+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs',
  epsg: 32632,
  wkt: null,
  metresPerUnit: 1,
  heights: 'ellipsoidal',
} as const satisfies FrameDescription;
