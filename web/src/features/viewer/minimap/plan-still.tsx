import { useEffect, useRef } from 'react';
import type { Lla } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import { readPlanTile } from '../../../api/site-plan.ts';
import type { Stage } from '@overlook/engine';
import { cameraView } from './camera-view.ts';
import { planTilesIn } from './plan-tiles.ts';
import css from './site-map.module.css';

interface PlanStillProps {
  stage: Pick<Stage, 'pose' | 'size' | 'state'>;
  origin: Lla;
  plan: SitePlan;
}

/** The plan about the camera as a picture, until the map is there: that needs much code and a context of the GPU of its own. */
export function PlanStill({ stage, origin, plan }: PlanStillProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const shown = canvas.current!;
    const size = { width: shown.clientWidth, height: shown.clientHeight };
    const drawing = sharpDrawing(shown, size);
    const ended = new AbortController();
    const view = cameraView(stage.pose(), { ...stage.size(), fovYDeg: stage.state().fovYDeg }, size, origin.height);
    for (const { url, left, top, side } of planTilesIn(plan, view, size))
      void readPlanTile(url, ended.signal).then((tile) => tile && drawing?.drawImage(tile, left, top, side, side));
    return () => ended.abort();
  }, [stage, origin, plan]);
  return <canvas ref={canvas} className={css.still} aria-hidden />;
}

/** Draws in CSS pixels. */
function sharpDrawing(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }) {
  Object.assign(canvas, { width: width * devicePixelRatio, height: height * devicePixelRatio });
  const drawing = canvas.getContext('2d');
  drawing?.scale(devicePixelRatio, devicePixelRatio);
  return drawing;
}
