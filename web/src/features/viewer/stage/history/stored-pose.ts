import type { Pose } from '@overlook/shared/maths';
import { poseProblem } from '@overlook/shared/maths';
import { preferences, setPreference } from '../../../../state/preferences.ts';
import { isRecord, isVector } from '../../../../state/stored-values.ts';

/** A stored camera; ECEF metres and unit vectors. */
type StoredPose = Record<'position' | 'direction' | 'up', [number, number, number]> & Pick<Pose, 'orthoHeightM'>;

const isStoredPose = (value: unknown): value is StoredPose =>
  isRecord(value) &&
  isVector(value['position']) &&
  isVector(value['direction']) &&
  isVector(value['up']) &&
  ['number', 'undefined'].includes(typeof value['orthoHeightM']);

/** Where the camera was left at a site, or null. An invalid stored position is logged and ignored (specification §4). */
export function storedPose(siteId: number): Pose | null {
  const stored = preferences.cameras[siteId];
  if (stored === undefined) return null;
  const isCamera = isStoredPose(stored);
  const problem = isCamera ? poseProblem(stored) : 'it is not a camera';
  if (isCamera && problem === null) return stored;
  console.warn(`The stored camera position of site ${siteId} is ignored: ${problem}.`);
  forget(siteId);
  return null;
}

export function keepPose(siteId: number, pose: Pose): void {
  const { position, direction, up, orthoHeightM } = pose;
  const axes: StoredPose = { position: [...position], direction: [...direction], up: [...up] };
  const kept = orthoHeightM === undefined ? axes : { ...axes, orthoHeightM };
  setPreference('cameras', { ...preferences.cameras, [siteId]: kept });
}

function forget(siteId: number): void {
  setPreference(
    'cameras',
    Object.fromEntries(Object.entries(preferences.cameras).filter(([id]) => id !== String(siteId))),
  );
}
