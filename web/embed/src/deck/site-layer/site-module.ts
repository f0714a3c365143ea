/**
 * The shader module that replaces deck.gl's projection for the tiles of a `SiteLayer`. It places the tiles
 * (placement/placement.ts), discards fragments outside the section volume, and writes exact depths for picks.
 *
 * `SectionExtension` uses camera-relative metres, which a `MapView` does not have. This module uses metres from the site's
 * origin, for which float32 has a precision of 0.1 mm at 1 km.
 */
import { picking, project32, type Viewport } from '@deck.gl/core';
import { type EnuSection, MAX_SECTION_PLANES, planesAround } from '@overlook/engine/deck';
import { clipFromBent, type Placement } from '../placement/placement.ts';

const BLOCK = /* glsl */ `
layout(std140) uniform sitePlacementUniforms {
  mat4 clipFromBent;
  vec4 bendEastSquares;
  vec4 bendEastPairs;
  vec4 bendNorthSquares;
  vec4 bendNorthPairs;
  vec4 bendUpSquares;
  vec4 bendUpPairs;
  mat4 planes0;
  mat4 planes1;
  mat4 planes2;
} sitePlacement;
`;

export const sitePlacementModule = {
  name: 'sitePlacement',
  dependencies: [project32, picking],
  vs: /* glsl */ `${BLOCK}out vec3 site_positionEnu;

vec4 site_clipFromEnu(vec3 p) {
  vec3 squares = p * p;
  vec3 pairs = p.xxy * p.yzz;
  vec3 bend = vec3(
    dot(sitePlacement.bendEastSquares.xyz, squares) + dot(sitePlacement.bendEastPairs.xyz, pairs),
    dot(sitePlacement.bendNorthSquares.xyz, squares) + dot(sitePlacement.bendNorthPairs.xyz, pairs),
    dot(sitePlacement.bendUpSquares.xyz, squares) + dot(sitePlacement.bendUpPairs.xyz, pairs)
  );
  return sitePlacement.clipFromBent * vec4(p + bend, 1.0);
}
`,
  fs: /* glsl */ `${BLOCK}in vec3 site_positionEnu;

bool site_isCut() {
  vec4 p = vec4(site_positionEnu, 1.0);
  return any(lessThan(
    min(min(p * sitePlacement.planes0, p * sitePlacement.planes1), p * sitePlacement.planes2),
    vec4(0.0)
  ));
}
`,
  inject: {
    'vs:DECKGL_FILTER_GL_POSITION': /* glsl */ `
  site_positionEnu = (project.modelMatrix * vec4(geometry.worldPosition, 1.0)).xyz;
  position = site_clipFromEnu(site_positionEnu);
`,
    'fs:DECKGL_FILTER_COLOR': 'if (site_isCut()) discard;',
    // deck.gl interpolates z / w of the vertices, which is not linear in perspective.
    'fs:#main-end': /* glsl */ `
  if (picking.isActive > 0.5 && picking.isAttribute > 0.5) {
    fragColor.r = (2.0 * gl_FragCoord.z - gl_DepthRange.near - gl_DepthRange.far) / gl_DepthRange.diff;
  }
`,
  },
  uniformTypes: {
    clipFromBent: 'mat4x4<f32>',
    bendEastSquares: 'vec4<f32>',
    bendEastPairs: 'vec4<f32>',
    bendNorthSquares: 'vec4<f32>',
    bendNorthPairs: 'vec4<f32>',
    bendUpSquares: 'vec4<f32>',
    bendUpPairs: 'vec4<f32>',
    planes0: 'mat4x4<f32>',
    planes1: 'mat4x4<f32>',
    planes2: 'mat4x4<f32>',
  },
} as const;

const NO_SECTION: EnuSection = { planes: new Float64Array(0), box: null };

/** Returns the uniforms for a view and a section volume (site ENU metres). */
export function sitePlacementProps(placement: Placement, viewport: Viewport, section: EnuSection | null) {
  const terms = (from: number) => [...placement.bend.slice(from, from + 3), 0];
  const planes = planesAround(section ?? NO_SECTION, 0, 0, 0, new Float32Array(4 * MAX_SECTION_PLANES));
  return {
    sitePlacement: {
      clipFromBent: Float32Array.from(clipFromBent(placement, viewport)),
      bendEastSquares: terms(0),
      bendEastPairs: terms(3),
      bendNorthSquares: terms(6),
      bendNorthPairs: terms(9),
      bendUpSquares: terms(12),
      bendUpPairs: terms(15),
      planes0: planes.slice(0, 16),
      planes1: planes.slice(16, 32),
      planes2: planes.slice(32, 48),
    },
  };
}
