import type { SitePlan } from '@overlook/shared/schemas';
import type { LoadedMap } from './load-map.ts';

/** Edge of the plan's tiles, pixels. */
const PLAN_TILE_PX = 256;

/** The plan of the site as the ground of the map. */
export function PlanLayer({ map: { Source, Layer }, plan }: { map: LoadedMap; plan: SitePlan }) {
  return (
    <Source
      id="site-plan"
      key={plan.tilesUrl}
      type="raster"
      tiles={[location.origin + plan.tilesUrl]}
      tileSize={PLAN_TILE_PX}
      bounds={plan.bounds}
      minzoom={plan.minZoom}
      maxzoom={plan.maxZoom}
    >
      <Layer id="site-plan" type="raster" paint={{ 'raster-fade-duration': 0 }} />
    </Source>
  );
}
