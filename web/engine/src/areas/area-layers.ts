import type { Layer } from '@deck.gl/core';
import type { EnuFrame } from '@overlook/shared/maths';
import { AreaFillLayer } from './area-fill-layer.ts';
import { AreaOutlineLayer } from './area-outline-layer.ts';
import type { PlacedArea } from './placed-areas.ts';

/** The layers that show areas on the stage of a site: volumes, then their edges where they are hidden and where they are not. */
export const areaLayers = (areas: readonly PlacedArea[], frame: EnuFrame): Layer[] => [
  new AreaFillLayer({ id: 'overlook-areas', areas, frame }),
  new AreaOutlineLayer({
    id: 'overlook-areas-hidden-edges',
    areas,
    isHiddenPart: true,
    parameters: { depthCompare: 'greater', depthWriteEnabled: false },
  }),
  new AreaOutlineLayer({
    id: 'overlook-areas-edges',
    areas,
    isHiddenPart: false,
    parameters: { depthCompare: 'less-equal', depthWriteEnabled: false },
  }),
];
