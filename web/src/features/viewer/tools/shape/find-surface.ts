import { POINT_CLOUD } from '@overlook/shared/config';
import { SHAPE_MESSAGES } from '@overlook/shared/messages';
import type { ToolHit } from '@overlook/engine';
import { readCaptures } from '../../../../api/captures.ts';
import { failureOf } from '../../../../api/failure.ts';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { preferences } from '../../../../state/preferences.ts';
import type { FindSurface } from './shape-tool.ts';

/** Asks the server for the surface in the capture that was clicked; what fails becomes a sentence. */
export const findSurface: FindSurface = async (hit, kind, signal) => {
  const siteId = preferences.selectedSiteId;
  if (siteId === null || hit.modeltypeId !== POINT_CLOUD.id) return SHAPE_MESSAGES['shape.notACloud'];
  try {
    const captureId = await captureOf(siteId, hit);
    if (captureId === null) return SHAPE_MESSAGES['shape.unknownCapture'];
    const [x, y, z] = hit.pointEcef;
    const query = procedures.captures.shape.queryOptions({ siteId, captureId, kind, x, y, z });
    signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey: query.queryKey }), {
      once: true,
    });
    return { ...(await queryClient.fetchQuery(query)), captureId };
  } catch (error) {
    return failureOf(error).longMessage;
  }
};

/** The capture of the point cloud that was taken on the day of a hit, else the newest. */
async function captureOf(siteId: number, { takenOn }: ToolHit): Promise<number | null> {
  const clouds = (await readCaptures(siteId)).filter(({ modeltypeId }) => modeltypeId === POINT_CLOUD.id);
  const capture = takenOn
    ? clouds.findLast((one) => one.takenOn === takenOn)
    : clouds.find(({ isCurrent }) => isCurrent);
  return capture?.id ?? null;
}
