/** What a stage needs to know of a site. Metres and degrees. */
import type { SiteQuality } from '@overlook/shared/config';
import type { Lla, Pose } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';

export interface SiteLayer {
  modeltypeId: number;
  /** Address of a tileset.json or of a models.json. */
  url: string;
}

export interface StageSite {
  /** Ground point of the site: origin of the ENU frame and level of the base map. */
  origin: Lla;
  homePose: Pose | null;
  layers: SiteLayer[];
  /** The site from above, for the ground of the built-in base map. */
  plan?: SitePlan | null;
  /** Screen-space errors and memory at each quality; the common ones when absent. */
  quality?: SiteQuality;
}
