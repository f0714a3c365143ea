/** The data of a site that a stage needs. Metres and degrees. */
import type { SiteQuality } from '@overlook/shared/config';
import type { Lla, Pose } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import type { StageCapture } from '../view/stage-capture.ts';

export interface SiteLayer {
  modeltypeId: number;
  /** URL of a tileset.json or models.json. */
  url: string;
  /** Calendar date of the capture, '2026-03-14'; null or absent where none is known. */
  takenOn?: string | null;
}

/** The layer of a side of a screen. */
export interface DrawnLayer extends SiteLayer {
  takenOn: string | null;
}

export interface StageSite {
  /** Ground point of the site: origin of the ENU frame and level of the base map. */
  origin: Lla;
  homePose: Pose | null;
  layers: SiteLayer[];
  /** The plan of the site, for the ground of the built-in base map. */
  plan?: SitePlan | null;
  /** Screen-space errors and memory at each quality; default: the common ones. */
  quality?: SiteQuality;
}

/** What a side draws: the capture of a layer, or else the layer as the site names it; null for none. */
export function layerToDraw(
  site: StageSite | null,
  layerId: number | null,
  capture: StageCapture | null,
): DrawnLayer | null {
  const named = site?.layers.find(({ modeltypeId }) => modeltypeId === layerId);
  const layer = capture ?? named;
  if (!site || layerId === null || !layer) return null;
  return { modeltypeId: layerId, url: new URL(layer.url, location.href).href, takenOn: layer.takenOn ?? null };
}
