import type { Pose } from '@overlook/shared/maths';
import { poseProblem } from '@overlook/shared/maths';
import { preferences, setPreference, type StoredPose, storedPoseSchema } from '../../../state/preferences.ts';

/** Where the camera was left at a site, or null. An invalid stored position is logged and ignored (specification §4). */
export function storedPose(siteId: number): Pose | null {
  const stored = preferences.cameras[siteId];
  if (stored === undefined) return null;
  const parsed = storedPoseSchema.safeParse(stored);
  const problem = parsed.success ? poseProblem(parsed.data) : 'it is not a camera';
  if (parsed.success && problem === null) return parsed.data;
  console.warn(`The stored camera position of site ${siteId} is ignored: ${problem}.`);
  forget(siteId);
  return null;
}

export function keepPose(siteId: number, pose: Pose): void {
  const kept: StoredPose = { position: [...pose.position], direction: [...pose.direction], up: [...pose.up] };
  setPreference('cameras', { ...preferences.cameras, [siteId]: kept });
}

function forget(siteId: number): void {
  setPreference(
    'cameras',
    Object.fromEntries(Object.entries(preferences.cameras).filter(([id]) => id !== String(siteId))),
  );
}
