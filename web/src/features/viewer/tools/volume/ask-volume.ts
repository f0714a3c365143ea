import { POINT_CLOUD } from '@overlook/shared/config';
import { VOLUME_MESSAGES } from '@overlook/shared/messages';
import type { Capture, Volume, VolumeBase } from '@overlook/shared/schemas';
import type { FigurePoint } from '@overlook/engine';
import { api } from '../../../../api/client.ts';
import { failureOf } from '../../../../api/failure.ts';

export interface VolumeSettings {
  readonly base: VolumeBase;
  /** Null chooses it by the spacing of the points. */
  readonly stepM: number | null;
  readonly heightErrorM: number;
}

/** The capture of the point cloud on which the rim was clicked first, else the newest; null where the site has none. */
export function rimCapture(
  captures: readonly Capture[],
  corners: readonly Pick<FigurePoint, 'takenOn'>[],
): Capture | null {
  const clouds = captures.filter(
    ({ modeltypeId, publishedAt }) => modeltypeId === POINT_CLOUD.id && publishedAt !== null,
  );
  const day = corners.find(({ takenOn }) => takenOn)?.takenOn;
  return clouds.findLast(({ takenOn }) => takenOn === day) ?? clouds.find(({ isCurrent }) => isCurrent) ?? null;
}

/** Asks the server for the volume in a rim; what fails becomes a sentence. */
export async function askVolume(
  capture: Pick<Capture, 'id' | 'siteId'> | null,
  corners: readonly FigurePoint[],
  settings: VolumeSettings,
  signal: AbortSignal,
): Promise<Volume | string> {
  if (!capture) return VOLUME_MESSAGES['volume.noCloud'];
  const rim = corners.map(({ pointEcef: [x, y, z] }): [number, number, number] => [x, y, z]);
  try {
    return await api.captures.volume.mutate(
      { siteId: capture.siteId, captureId: capture.id, rim, ...settings },
      { signal },
    );
  } catch (error) {
    return failureOf(error).longMessage;
  }
}
