/**
 * The built-in world: land, water and borders of Natural Earth at 1:50 million, coloured like the haze, sand and sea of
 * the interface's images. No other server is contacted.
 */
import { BASEMAP } from '@overlook/shared/config';
import type { ExpressionSpecification, SkySpecification, StyleSpecification } from 'maplibre-gl';
import { WORLD_BORDERS_URL, WORLD_LAND_URL } from './world-addresses.ts';

const LAND = BASEMAP.landColor;
const WATER = '#7b94a6';
const BORDER = '#8f8063';

/** Pale above the horizon, blue higher up. */
export const SKY: SkySpecification = {
  'sky-color': '#8fb2d6',
  'horizon-color': '#d9dfe4',
  'sky-horizon-blend': 0.7,
  'atmosphere-blend': 0,
};

const OFFLINE_ATTRIBUTION = 'Natural Earth';

/** Names of the sources in {@link worldStyle}. */
export const WORLD_SOURCES: readonly string[] = ['land', 'borders'];

/** One value from afar, the other near the ground, where the world's shapes are wrong by kilometres. */
function byZoom(far: string | number, near: string | number): ExpressionSpecification {
  const [from, to] = BASEMAP.worldEndsAtZoom;
  return ['interpolate', ['linear'], ['zoom'], from, far, to, near];
}

/** Land and borders over water. Only backgrounds, fills and lines: symbols and circles blow up near the horizon. */
export function worldStyle(): StyleSpecification {
  // Deeper tiles would not show more of such a coarse world; they would only be cut again at every height.
  const source = { type: 'geojson', maxzoom: 8, buffer: 32, tolerance: 0.25 } as const;
  return {
    version: 8,
    sky: SKY,
    transition: { duration: 0, delay: 0 },
    sources: {
      land: { ...source, data: WORLD_LAND_URL, attribution: OFFLINE_ATTRIBUTION },
      borders: { ...source, data: WORLD_BORDERS_URL },
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': byZoom(WATER, LAND) } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': LAND, 'fill-antialias': false } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': BORDER, 'line-width': 1, 'line-opacity': byZoom(0.6, 0) },
      },
    ],
  };
}
