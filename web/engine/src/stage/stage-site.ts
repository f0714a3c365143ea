/** The data of a site that a stage needs. Metres and degrees. */
import type { SiteQuality } from '@overlook/shared/config';
import type { Lla, Pose } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';

export interface SiteLayer {
  modeltypeId: number;
  /** URL of a tileset.json or models.json. */
  url: string;
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
