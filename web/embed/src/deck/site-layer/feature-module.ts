/**
 * Shader module with colours, feature ids and shading of the meshes of a `SiteLayer`.
 *
 * - `siteColors`: vertex colour × material colour; deck.gl's unlit scenegraph ignores the material colour.
 * - `featureIds`: feature id of a vertex, −1 for none. Picks return it, and it is the index in the style table.
 * - Meshes without a texture and coloured features are lit, so that their edges are visible.
 */
import type { Texture } from '@luma.gl/core';
import { sitePlacementModule } from './site-module.ts';
import { FEATURE_STYLE_FRAGMENT, type FeatureStyleTable } from '@overlook/engine/deck';

const BLOCK = /* glsl */ `
layout(std140) uniform siteFeaturesUniforms {
  vec4 restStyle;
  float styleCount;
} siteFeatures;
`;

export const siteFeaturesModule = {
  name: 'siteFeatures',
  dependencies: [sitePlacementModule],
  vs: /* glsl */ `
in vec4 siteColors;
in float featureIds;
flat out float site_featureId;
`,
  fs: /* glsl */ `${BLOCK}${FEATURE_STYLE_FRAGMENT}
flat in float site_featureId;

vec4 site_style() {
  if (site_featureId < 0.0 || site_featureId >= siteFeatures.styleCount) return siteFeatures.restStyle;
  return featureStyle(int(site_featureId + 0.5));
}

// Fixed light from the north-west at every site, with face normals: deck.gl's unlit meshes have no normals.
vec3 site_light() {
  vec3 n = normalize(cross(dFdx(site_positionEnu), dFdy(site_positionEnu)));
  vec3 ambient = mix(vec3(0.34, 0.31, 0.27), vec3(0.52, 0.56, 0.62), n.z * 0.5 + 0.5);
  return pow(ambient + vec3(0.62, 0.59, 0.53) * max(dot(n, vec3(-0.42, 0.52, 0.744)), 0.0), vec3(1.0 / 2.2));
}

// The lowest bit of alpha is set if the colour replaces that of the feature; the other seven bits are the opacity.
vec4 site_styled(vec4 color) {
  // Before the discard, which leaves derivatives undefined.
  vec3 light = site_light();
  vec4 style = site_style();
  float bits = floor(style.a * 255.0 + 0.5);
  float hasColor = mod(bits, 2.0);
  float opacity = floor(bits / 2.0) / 127.0;
  if (opacity < (picking.isActive > 0.5 ? 0.1 : 0.004)) discard;
#if defined(HAS_UV) && defined(HAS_BASECOLORMAP)
  light = mix(vec3(1.0), light, hasColor);
#endif
  return vec4(mix(color.rgb, style.rgb, hasColor) * light, color.a * opacity);
}
`,
  inject: {
    'vs:DECKGL_FILTER_COLOR': {
      // After deck.gl's injection, which writes the instance number.
      order: 100,
      injection: /* glsl */ `
  color *= siteColors;
  site_featureId = featureIds;
  picking_setPickingColor(picking_getPickingColorFromIndex(featureIds < 0.0 ? ${2 ** 24 - 2}.0 : featureIds));
`,
    },
    'fs:DECKGL_FILTER_COLOR': 'color = site_styled(color);',
  },
  uniformTypes: { restStyle: 'vec4<f32>', styleCount: 'f32' },
} as const;

/** Pick index of geometry without a feature id. */
export const NO_FEATURE_INDEX = 2 ** 24 - 2;

const PLAIN_STYLE = [0, 0, 0, 254 / 255];

/** `texture` holds the texels of `table`; its contents are not read if `table` is null. */
export const siteFeaturesProps = (table: FeatureStyleTable | null, texture: Texture) => ({
  siteFeatures: {
    restStyle: table ? Array.from(table.rest, (byte) => byte / 255) : PLAIN_STYLE,
    styleCount: table?.count ?? 0,
    featureStyleTable: texture,
  },
});
