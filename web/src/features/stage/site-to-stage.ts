import { type Lla, type Pose, type Vec3, ecefToLla } from '@overlook/shared/maths';
import type { Bookmark, Model, Site } from '@overlook/shared/schemas';
import type { StageSite } from '../../engine/index.ts';

type Xyz = Bookmark['position'];
const vector = ({ x, y, z }: Xyz): Vec3 => [x, y, z];

/** The camera of a bookmark; ECEF metres. */
export function poseOfBookmark(bookmark: Bookmark): Pose {
  const { position, direction, up } = bookmark;
  return { position: vector(position), direction: vector(direction), up: vector(up) };
}

/** The ground point of a site; where it has none, the place of its home camera; null when it has neither. */
function originOf(site: Site): Lla | null {
  const { origin, homeBookmark } = site.data.meta;
  if (origin) return origin;
  return homeBookmark && { ...ecefToLla(vector(homeBookmark.position)), height: 0 };
}

/** A site as the viewer needs it, or null when nothing says where it is. `models` are those the user may view. */
export function siteToStage(site: Site, models: readonly Model[]): StageSite | null {
  const origin = originOf(site);
  if (!origin) return null;
  const { homeBookmark } = site.data.meta;
  return {
    origin,
    homePose: homeBookmark && poseOfBookmark(homeBookmark),
    layers: models.map(({ modeltypeId, filepath }) => ({ modeltypeId, url: filepath })),
    legacy: site.modelSettings === 1,
  };
}
