import { STYLES_PER_ROW } from './feature-pages.ts';

/** GLSL: `featureStyle(id)` is the texel of an id below the table's count (feature-pages.ts). */
export const FEATURE_STYLE_FRAGMENT = /* glsl */ `uniform sampler2D featureStyleTable;
vec4 featureStyle(int id) {
  int page = id / ${STYLES_PER_ROW};
  vec4 place = texelFetch(featureStyleTable, ivec2(page % ${STYLES_PER_ROW}, page / ${STYLES_PER_ROW}), 0);
  int row = int(place.r * 255.0 + 0.5) + 256 * int(place.g * 255.0 + 0.5);
  return texelFetch(featureStyleTable, ivec2(id % ${STYLES_PER_ROW}, row), 0);
}`;
