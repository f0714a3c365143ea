import type { RenderStyle } from '../tile-pass.ts';

/** A style that changes nothing: no section, no light, no edges. */
export const PLAIN_STYLE: RenderStyle = {
  pointSizePx: 2,
  pixelRatio: 1,
  section: null,
  lit: null,
  isEyeDomeOn: false,
  areDiscs: false,
  anisotropy: 1,
  isOccluded: false,
  edges: 'off',
  haze: 0,
  light: new Float32Array(12),
  shadowMap: null,
  features: null,
  points: null,
};
