import type { EpsgText } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';

/** The coordinate system in which people know a site: data that states none is read in it. */
export interface SiteSystem {
  readonly crs: EpsgText;
  /** The origin of the site; null before its first layer. */
  readonly nearEcef: Vec3 | null;
}
