import { BASEMAP } from '@overlook/shared/config';
import type { SitePlan } from '@overlook/shared/schemas';
import type { Map as MapLibreMap } from 'maplibre-gl';

const ID = 'site-plan';
const TILE_PX = 256;

/**
 * Lays a site's plan on the ground of a map, faintly: it is seen below the model, and in its place until that is
 * loaded. Null removes it. The map has its style.
 */
export function layPlan(map: MapLibreMap, plan: SitePlan | null): void {
  if (map.getLayer(ID)) map.removeLayer(ID);
  if (map.getSource(ID)) map.removeSource(ID);
  if (!plan) return;
  map.addSource(ID, {
    type: 'raster',
    // MapLibre's workers resolve no addresses.
    tiles: [plan.tilesUrl.startsWith('/') ? location.origin + plan.tilesUrl : plan.tilesUrl],
    tileSize: TILE_PX,
    bounds: plan.bounds,
    minzoom: plan.minZoom,
    maxzoom: plan.maxZoom,
  });
  map.addLayer({
    id: ID,
    type: 'raster',
    source: ID,
    paint: { 'raster-opacity': BASEMAP.planOpacity, 'raster-fade-duration': 0 },
  });
}
