import { POINT_CLOUD } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import type { MeasureTool } from '@overlook/engine';
import { captureOnScreen, moments } from '../../../state/moments.ts';
import { toolsStore } from '../../../state/session-tools.ts';
import { stageChoices } from '../../../state/stage.ts';
import { loadTools } from './load-tools.ts';

/**
 * Adds a distance between two points of the point cloud (ECEF metres, known to within `errorMetres`) to the measurements, as
 * if it had been drawn.
 */
export async function measureBetween(fromEcef: Vec3, toEcef: Vec3, errorMetres: number): Promise<void> {
  await loadTools();
  const measure = toolsStore.tools?.measure as MeasureTool | undefined;
  if (!measure) return;
  const { mode } = measure.state();
  const takenOn = captureOnScreen(moments.captures?.siteId ?? null, stageChoices.active, POINT_CLOUD.id)?.takenOn;
  measure.finish();
  measure.setMode('distance');
  for (const pointEcef of [fromEcef, toEcef]) {
    const point = {
      pointEcef,
      modeltypeId: POINT_CLOUD.id,
      ...(takenOn && { takenOn }),
      featureId: null,
      errorMetres,
      ray: null,
      isSettled: true,
    };
    measure.tap(null, null, point);
  }
  measure.finish();
  measure.setMode(mode);
}
