import { storedCameraOf } from '@overlook/shared/maths';
import type { Bookmark } from '@overlook/shared/schemas';
import type { DemoSite } from './generate-demo.ts';

/** Near and far distance of a stored view of the demo, metres. */
const FRUSTUM = { near: 1, far: 100_000 };

export function bookmarkOf({ positionEcef, directionEcef, upEcef }: DemoSite['homePose']): Bookmark {
  return storedCameraOf({ position: positionEcef, direction: directionEcef, up: upEcef }, FRUSTUM);
}
